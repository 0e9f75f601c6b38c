// Tests that find_entity_spans finds every value of a type, however many values a text has.
#include "intents/entity_spans.h"

#include <algorithm>

#include <rapidcheck.h>

#include "intents/entities/recogniser.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

const std::vector<std::string> kTypes = {"order_id",    "size", "number", "phone", "email",
                                         "credit_card", "uuid", "date",   "money"};

Bot shop() {
  std::string params;
  for (const std::string& type : kTypes) params += "p_" + type + ": {type: " + type + "}, ";
  return intents::bot(
      "entities: {order_id: {patterns: ['\\bO-\\d{5}\\b']}, size: {values: {small: [s], large: [l]}}}\nintents:\n" +
      intent("a", "match: [{regex: a}], params: {" + params + "}"));
}

bool covers(const std::vector<Span>& places, const Span& value) {
  return std::any_of(places.begin(), places.end(),
                     [&](const Span& place) { return place.begin <= value.begin && value.end <= place.end; });
}

}  // namespace

TEST_CASE("entity spans: a value after two hundred other values is found") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> rows = {
      {"order_id", {"O-12345", "O-54321"}},
      {"size", {"s", "large"}},
      {"number", {"7", "12345.67"}},
      {"phone", {"555-1234", "+44 20 7946 0958"}},
      {"email", {"a@b.de", "jane.doe@mail.example.com"}},
      {"credit_card", {"4111111111111111", "4111 1111 1111 1111"}},
      {"uuid", {"123e4567-e89b-12d3-a456-426614174000"}},
      {"date", {"2026-03-02", "March 2"}},
      {"money", {"5 EUR", "$1,234.50"}},
  };
  const Bot bot = shop();
  for (const auto& [type, values] : rows) {
    for (const std::string& other : values) {
      for (const std::string& value : values) {
        INFO(value << " behind many of " << other);
        std::string text;
        for (int i = 0; i < 200; ++i) text += other + ", ";
        const Span place{text.size(), text.size() + value.size()};
        text += value;
        CHECK(covers(find_entity_spans(*bot, type, text), place));
      }
    }
  }
}

TEST_CASE("entity spans: text that looks like a value does not hide a real value") {
  const Bot bot = intents::bot("entities: {digit: {patterns: ['\\d']}}\nintents:\n" +
                               intent("a", "match: [{regex: a}], params: {d: {type: digit}}"));
  for (const std::size_t many : {10U, 63U, 64U, 65U, 1000U}) {
    INFO(many);
    const std::string text = "x" + std::string(many, '1') + "x 7";
    CHECK(covers(find_entity_spans(*bot, "digit", text), {many + 3, many + 4}));
  }
}

TEST_CASE("entity spans: a value that is found in a message is also found in a longer message") {
  const Bot bot = shop();
  CHECK(rc::check("longer", [&] {
    const auto type = *rc::gen::elementOf(kTypes);
    const auto value =
        *rc::gen::element<std::string>("O-12345", "large", "42", "555-1234", "a@b.de", "4111 1111 1111 1111",
                                       "123e4567-e89b-12d3-a456-426614174000", "2026-03-02", "5 EUR");
    const auto pieces = rc::gen::container<std::vector<std::string>>(
        *rc::gen::inRange(0, 120),
        rc::gen::element<std::string>("O-11111", "s", "1", "no", "\xC3\xA9", "word,", "5 EUR", "b@c.de"));
    std::string text;
    for (const std::string& piece : *pieces) text += piece + " ; ";
    const std::size_t begin = text.size();
    text += value + " ;";
    for (const Span& alone : find_entity_spans(*bot, type, value + " ;")) {
      RC_ASSERT(covers(find_entity_spans(*bot, type, text), {begin + alone.begin, begin + alone.end}));
    }
  }));
}

}  // namespace parley::intents
