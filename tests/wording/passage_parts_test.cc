// Tests the names of the exact parts of a passage.
#include "wording/passage_parts.h"

#include <catch2/catch.hpp>

using namespace parley;

TEST_CASE("the parts of a passage get names, which lead back to them") {
  const std::vector<std::string> parts = {"7", "desk@shop.example", "+44", "7911", "monday", "shop.example"};
  struct Case {
    const char* text;
    const char* named;
  };
  const Case cases[] = {
      {"", ""},
      {"Write to desk@shop.example.", "Write to {passage.2}."},
      {"(desk@shop.example)\nshop.example", "({passage.2})\n{passage.6}"},
      {"Call +44 7911, at 7!", "Call {passage.3} {passage.4}, at {passage.1}!"},
      {"on monday, 77 or 7a", "on monday, 77 or 7a"},
      {" two  blanks ", " two  blanks "},
  };
  for (const Case& one : cases) {
    INFO(one.text);
    CHECK(wording::with_part_names(one.text, parts) == one.named);
  }
  CHECK(wording::part_named("{passage.2}", parts) == "desk@shop.example");
  for (const char* other : {"{passage.0}", "{passage.7}", "{passage.}", "{passage.2x}", "{passage}", "{email}", ""}) {
    INFO(other);
    CHECK_FALSE(wording::part_named(other, parts));
  }
}
