// Tests which values of the bot's own types a message has, and the wording with their kinds.
#include "intents/own_values.h"

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

const Bot& shop() {
  static const Bot made = bot(R"(
entities:
  order: {patterns: ['\b(?:O-)?\d{5}\b']}
  bill: {patterns: ['\b(?:INV-)?\d{5}\b']}
  count: {patterns: ['\b\d\b']}
  unused: {patterns: ['\bU\d{5}\b']}
  tool: {values: {hammer: [mallet], saw: ['(hand ?)?saws?'], nail: []}}
intents:
)" + intent("where", "examples: [where], params: {order: {type: order}}") +
                              intent("pay", "examples: [pay], params: {bill: {type: bill}, order: {type: order}}") +
                              intent("buy", "examples: [buy], params: {tool: {type: tool}, count: {type: count}}") +
                              intent("hours", "examples: [hours]"));
  return made;
}

const OwnValues& values() { return classifier_of(*shop()).own_values(); }

std::vector<std::string> takers(const std::string& message) {
  const OwnValues::Codes codes = values().codes_in(message);
  std::vector<std::string> found;
  const std::vector<std::string> all = shop()->intents();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (values().takes(i, codes)) found.push_back(all[i]);
  }
  return found;
}

TEST_CASE("own values: a code speaks for the intents with a param of its type") {
  struct Row {
    std::string message;
    std::vector<std::string> takers;
  };
  const std::vector<Row> rows = {
      {"it is O-12345", {"where", "pay"}},
      {"INV-00108 please", {"pay"}},           // the shorter reading as an order does not count
      {"12345, and hurry", {"where", "pay"}},  // both types
      {"I need 2", {}},                        // too short for a code
      {"it is U12345", {}},                    // no param has the type
      {"where is it", {}},
      {"", {}},
  };
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(takers(row.message) == row.takers);
  }
}

TEST_CASE("own values: the kind replaces each value of a list") {
  struct Row {
    std::string message;
    std::string general;
  };
  const std::vector<Row> rows = {
      {"the mallet broke", "the xtoolx broke"},
      {"my mallet", ""},  // nothing beside the value
      {"a handsaw, and a nail", "a xtoolx, and a xtoolx"},
      {"where is O-12345", ""},
      {"", ""},
  };
  for (const Row& row : rows) {
    INFO(row.message);
    CHECK(values().with_lists(row.message) == row.general);
  }
}

}  // namespace
}  // namespace parley::intents
