// Tests the placeholders of a text, and their values.
#include "wording/masked_text.h"

#include <catch2/catch.hpp>

using namespace parley;
using wording::MaskedText;

TEST_CASE("placeholders stand for the values of a text") {
  const MaskedText text("Ann, order O-1 comes on Monday, O-2 later.",
                        {{{0, 3}, "name"}, {{11, 14}, "order.id"}, {{24, 30}, "day"}, {{32, 35}, "order.id"}});
  CHECK(text.shown() == "{value.name}, order {value.order.id} comes on {value.day}, {value.order.id_2} later.");
  CHECK(*text.restore(text.shown()) == "Ann, order O-1 comes on Monday, O-2 later.");
  CHECK(*text.restore("On {value.day}: {value.order.id}. Then {value.order.id_2}, {value.name}!") ==
        "On Monday: O-1. Then O-2, Ann!");
}

TEST_CASE("a text that changes the placeholders is refused") {
  const MaskedText text("Hi Ann", {{{3, 6}, "name"}});
  for (const char* changed : {"Hi", "Hi {value.name} {value.name}", "Hi {value.other} {value.name}",
                              "Hi {value.name} {", "Hi } {value.name}", "Hi {value.Name}"}) {
    INFO(changed);
    CHECK_FALSE(text.restore(changed));
  }
}

TEST_CASE("a value with braces comes back as it is") {
  const MaskedText text("Hi {value.name}", {{{3, 15}, "name"}});
  CHECK(text.shown() == "Hi {value.name}");
  CHECK(*text.restore("Hello {value.name}") == "Hello {value.name}");
}

TEST_CASE("the text between placeholders is found") {
  CHECK(MaskedText::without_masks("On {value.day_2} at {value.time}.") == "On   at  .");
  CHECK(MaskedText::without_masks("a } b {c") == "a } b ");
}
