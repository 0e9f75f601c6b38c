// Tests that TrigramFilter never skips a text that contains a value.
#include "privacy/echo/trigram_filter.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "privacy/echo/known_values.h"
#include "privacy/echo/lazy_known_values.h"
#include "privacy/encodings.h"

using namespace parley;
using privacy::TrigramFilter;

TEST_CASE("the filter skips only texts without a possible match") {
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
      {"it is 1,234.5", "1234.50", true},
      {"it is .5", "0.500", false},  // this value is only matched verbatim
      {"it is 0.500", "0.500", true},
      {"it is 75.25", "0075.250", true},
      {"MTIzNDU2", "123456", true},  // in base64
      {"313233343536", "123456", true},
      {"yes", "1234", false},
      {"yes", "no", false},
      {"on the way", "no", true},  // both letters
      {"yes", "2", false},
      {"yes, 2", "2", true},
      {"yes", "-", true},
  };
  for (const Row& row : rows) {
    INFO(row.text << " and " << row.value);
    CHECK(TrigramFilter(row.text).may_hold(row.value) == row.may_hold);
  }
}

namespace {

using Alphabet = std::vector<char>;
const Alphabet kLetters = {'a', 'b', 'B', '1', '2', ' ', '-', '{', '}', '/', '>', '~', '?', '.'};
const Alphabet kNumbers = {'0', '1', '2', '3', '.', ',', ' ', '-', '\''};

std::string text_of(const Alphabet& symbols) { return *rc::gen::container<std::string>(rc::gen::elementOf(symbols)); }

// Some texts contain the value, plain or encoded.
std::string text_about(const std::string& value, const Alphabet& symbols) {
  std::string text = text_of(symbols);
  switch (*rc::gen::inRange(0, 4)) {
    case 0: return text + privacy::base64_core(value + text, static_cast<std::size_t>(*rc::gen::inRange(0, 3)));
    case 1: return text + privacy::hex_of(value);
    case 2: return text + value + text_of(symbols);
    default: return text;
  }
}

}  // namespace

TEST_CASE("a full search finds nothing in a text that the filter skips") {
  for (const Alphabet& symbols : {kLetters, kNumbers}) {
    CHECK(rc::check("plain texts", [&] {
      const std::string value = text_of(symbols);
      const std::string text = text_about(value, symbols);
      const bool is_there = !privacy::KnownValues({{"it", {value}}}).find(text).empty();
      RC_CLASSIFY(is_there, "there");
      if (is_there) RC_ASSERT(TrigramFilter(text).may_hold(value));
    }));
  }
}

TEST_CASE("lazily built values are found like other known values, whatever was searched before") {
  for (const Alphabet& symbols : {kLetters, kNumbers}) {
    CHECK(rc::check("several values and texts", [&] {
      std::vector<privacy::KnownValue> values;
      privacy::LazyKnownValues held;
      for (int i = 0; i < 3; ++i) {
        values.push_back({"v" + std::to_string(i), {text_of(symbols), text_of(symbols)}});
        held.add(values.back().label, values.back().texts);
      }
      const privacy::KnownValues known(values);
      for (int i = 0; i < 3; ++i) {
        const std::string text = text_about(values[static_cast<std::size_t>(i)].texts[0], symbols);
        const auto expected = known.find(text);
        const auto found = held.find(text);
        RC_ASSERT(found.size() == expected.size());
        for (std::size_t at = 0; at < found.size(); ++at) {
          RC_ASSERT(found[at].span == expected[at].span);
          RC_ASSERT(found[at].label == expected[at].label);
          RC_ASSERT(found[at].value == expected[at].value);
        }
      }
    }));
  }
}
