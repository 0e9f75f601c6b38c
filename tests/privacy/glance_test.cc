// Glance: what it passes over is not there.
#include "privacy/glance.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "privacy/encodings.h"
#include "privacy/forms.h"

using namespace parley;
using privacy::Glance;

TEST_CASE("what a text plainly has nothing of is passed over, all else is looked for") {
  struct Row {
    const char* text;
    const char* value;
    bool may_hold;
  };
  const Row rows[] = {
      {"yes", "it arrived damaged", false},
      {"How long does a refund take?", "it arrived damaged", false},
      {"", "O-12345", false},
      {"the O 1 2 3 4 5 it is", "O-12345", true},
      {"IT ARRIVED DAMAGED", "it arrived damaged", true},
      {"6974206172726976656420", "it arrived damaged", true},    // in hex
      {"aXQgYXJyaXZlZCBkYW1hZ2Vk", "it arrived damaged", true},  // in base64
      {"\\u0069t", "it arrived damaged", true},
      {"&#105;t", "it arrived damaged", true},
      {"%69t", "it arrived damaged", true},
      {"\xEF\xBD\x89\xEF\xBD\x94", "it arrived damaged", true},  // full width
      {"yes", "\xC3\xA9t\xC3\xA9 x", true},
      {"12", "12.00000", true},
      {"yes", "1234", true},
      {"yes", "no", true},
      {"yes", "-", true},
  };
  for (const Row& row : rows) {
    INFO(row.text << " and " << row.value);
    CHECK(Glance(row.text).may_hold(row.value) == row.may_hold);
  }
}

TEST_CASE("what is passed over at a glance is not found by looking, either") {
  CHECK(rc::check("plain texts", [] {
    const auto symbols = rc::gen::element('a', 'b', 'B', '1', '2', ' ', '-', '{', '}', '/', '>', '~', '?', '.');
    const auto value = *rc::gen::container<std::string>(symbols);
    const privacy::KnownValues known({{"it", {value}}});
    auto text = *rc::gen::container<std::string>(symbols);
    switch (*rc::gen::inRange(0, 4)) {
      case 0: text += privacy::base64_core(value + text, static_cast<std::size_t>(*rc::gen::inRange(0, 3))); break;
      case 1: text += privacy::hex_of(value); break;
      case 2: text += value; break;
      default: break;
    }
    const bool is_there = !known.find(text).empty();
    RC_CLASSIFY(is_there, "there");
    if (is_there) RC_ASSERT(Glance(text).may_hold(value));
  }));
}
