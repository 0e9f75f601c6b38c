// Tests options that a message names before the bot lists them.
#include "intents/early_options.h"

#include <algorithm>
#include <tuple>

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

const char* const kVisits = R"(entities:
  customer: {patterns: ['\bC-?(?P<value>\d{4})\b'], canonical: 'C-{value}'}
intents:
  - id: move
    match: [{regex: '\bmove\b'}]
    params:
      customer: {type: customer, required: true, ask: Who are you?}
      visit: {type: number, required: true, ask: Which visit?, options: {from: visits, value: id, label: '{item.title}'}}
      day: {type: date, required: true, ask: To which day?}
    steps: [{tool: list, with: {customer: '{customer}'}, save: {visits: result.visits}}, {say: Done.}]
tools: {list: {kind: mock, result: {visits: []}}}
)";

}  // namespace

TEST_CASE("2.11 a sentence names an option by words that no other option has") {
  const std::vector<std::string> labels = {"Router repair on 4 December 2026", "Line repair on 9 December 2026",
                                           "Router check on 30 May 2026"};
  const std::pair<const char*, int> rows[] = {
      {"i think it is the one on the 9th", 1},
      {"my line is broken", 1},
      {"the router repair please", 0},
      {"the repair", -1},
      {"the router", -1},
      {"on 4 december", 0},
      {"we are 4 people", -1},
      {"move it to the 9th", -1},
      {"not before the 9th", -1},
      {"by the 9th", -1},
      {"caused by my line", 1},
      {"not the line", -1},
      {"my 9th request", -1},
      {"may i move it", -1},
      {"the one in may", 2},
      {"what about the first one", -1},
      {"the router\nthe one on the 4th", 0},
      {"line\nrouter", -1},
      {"repair my line", 1},
      {"december", -1},
      {"", -1},
  };
  for (const auto& [said, expected] : rows) {
    INFO(said);
    const auto place = option_said_before(said, labels, "move visit Which visit?");
    CHECK((place ? static_cast<int>(*place) : -1) == expected);
  }
}

TEST_CASE("2.11 the words of the intent and of its question name no option") {
  const std::vector<std::string> labels = {"Visit of the router", "Line repair"};
  CHECK_FALSE(option_said_before("change my visit", labels, "change a visit"));
  CHECK(option_said_before("change my visit", labels, "change") == 0U);
}

TEST_CASE("2.11 a single option may be named") {
  CHECK(option_said_before("my november bill", {"November 2026"}, "bill") == 0U);
  CHECK_FALSE(option_said_before("my october bill", {"November 2026"}, "bill"));
}

TEST_CASE("2.11 words that no value covers are kept") {
  const Bot bot = intents::bot(kVisits);
  const std::tuple<const char*, const char*, const char*> rows[] = {
      // message, asked param, words
      {"move the line visit, customer C-1234", "", "move the line visit customer"},
      {"C-1234, it is the line", "customer", "it is the line"},
      {"move it to tomorrow", "", "move it to"},
  };
  for (const auto& [message, asked, expected] : rows) {
    INFO(message);
    NluContext context;
    if (*asked) context.intent = "move";
    context.waiting_for_param = asked;
    CHECK(flat(bot->understand(message, context)).said == expected);
  }
}

TEST_CASE("2.11 masked words are not kept") {
  CHECK(words_kept_in("jane wants the line", "{name} wants the line.") == "wants the line");
  CHECK(words_kept_in("", "the line").empty());
}

TEST_CASE("2.11 a day that describes an item is no value") {
  const Bot bot = intents::bot(kVisits);
  const std::pair<const char*, bool> rows[] = {
      {"move the one on the 9th", false},
      {"move it to the 9th", true},
      {"move that one from the 9th", false},
  };
  for (const auto& [message, has_day] : rows) {
    INFO(message);
    const auto values = flat(bot->understand(message, {})).params;
    CHECK(std::any_of(values.begin(), values.end(), [](const auto& value) { return value.param == "day"; }) == has_day);
  }
}

}  // namespace parley::intents
