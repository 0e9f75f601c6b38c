// Tests that conjunctions inside a list or a value do not separate intents.
#include "tests/intents/understanding_tables.h"

namespace parley::intents {
namespace {

Bot clause_bot() {
  return bot(
      R"(entities:
  item: {values: {apples: [], pears: [], plums: [], figs: [], dates: [], limes: [], fish and chips: []}}
  city: {values: {Rome: [], Lyon: [], Paris: []}}
intents:
)" +
      intent("buy",
             R"(match: [{regex: '\bbuy\b'}], params: {items: {type: item, list: true, required: true, ask: Which?}})") +
      intent("travel", R"(match: [{regex: '\btravel\b'}], params: {from: {type: city, required: true, ask: From?}, )"
                       R"(to: {type: city, required: true, ask: To?}, day: {type: date}})") +
      intent("visit", R"(match: [{regex: '\bvisit\b'}], params: {town: {type: city, required: true, ask: Which?}, )"
                      R"(why: {type: free_text, param_mapping: ['because (?P<value>.+)']}})") +
      intent("cancel_order", R"(match: [{regex: '\bcancel my order\b'}])"));
}

// Returns the intents and values in the order of the text, for example: buy items="apples" items="pears"; visit
// town="Rome"
std::string intents_of(const FlatMessage& read) {
  std::vector<std::pair<std::size_t, std::string>> found_intents;
  const auto add = [&](const Candidate& candidate, const std::vector<ParamValue>& params) {
    std::string further_intent = candidate.intent;
    for (const std::string& value : brief(params)) further_intent += " " + value;
    found_intents.emplace_back(candidate.span.begin, further_intent);
  };
  if (!read.candidates.empty()) add(read.candidates.front(), read.params);
  for (const FurtherIntent& further_intent : read.further) add(further_intent.candidate, further_intent.params);
  std::sort(found_intents.begin(), found_intents.end());
  std::vector<std::string> texts;
  for (const auto& further_intent : found_intents) texts.push_back(further_intent.second);
  return joined(texts, "; ");
}

TEST_CASE("clauses: in a message with several intents, a list of values stays in the clause of one intent") {
  const Bot bot = clause_bot();
  const std::string two = R"(buy items="apples" items="pears")";
  NluContext nlu_context;
  nlu_context.now = kMonday;
  for (const UnderstandingRow& row : std::vector<UnderstandingRow>{
           {"buy apples and pears and visit Rome", two + R"(; visit town="Rome")"},
           {"buy apples and the pears, then visit Rome", two + R"(; visit town="Rome")"},
           {"visit Rome and buy apples and pears", R"(visit town="Rome"; )" + two},
           {"buy apples, pears and visit Rome and cancel my order", two + R"(; visit town="Rome"; cancel_order)"},
           {"cancel my order, buy apples and pears and visit Rome", "cancel_order; " + two + R"(; visit town="Rome")"},
           {"cancel my order, visit Rome and buy apples and pears", R"(cancel_order; visit town="Rome"; )" + two},
           {"buy some apples and 3 pears and cancel my order", two + "; cancel_order"},
           {"buy apples, pears, plums, figs, dates, limes and visit Rome",
            two + R"( items="plums" items="figs" items="dates" items="limes"; visit town="Rome")"},
       }) {
    INFO(row.text);
    CHECK(intents_of(bot->understand(row.text, nlu_context)) == row.expected);
  }
}

TEST_CASE("clauses: a conjunction inside a value does not separate intents") {
  const Bot bot = clause_bot();
  CHECK(intents_of(bot->understand("buy fish and chips and visit Rome")) ==
        R"(buy items="fish and chips"; visit town="Rome")");
  CHECK(intents_of(bot->understand("visit Rome because I like it, and I can, and buy figs")) ==
        R"(visit town="Rome" why="I like it, and I can"; buy items="figs")");
}

TEST_CASE("clauses: a clause without an intent belongs to the next intent that accepts its value") {
  NluContext nlu_context;
  nlu_context.now = kMonday;
  CHECK(intents_of(clause_bot()->understand("buy apples and, for tomorrow, travel there", nlu_context)) ==
        R"(buy items="apples"; travel day="2026-03-03")");
}

TEST_CASE("clauses: in a message with an answer, a list of values stays in the clause of its intent") {
  NluContext nlu_context;
  nlu_context.intent = "visit";
  nlu_context.waiting_for_param = "town";
  for (const char* text : {"Rome, and buy apples and pears", "buy apples and pears, and Rome"}) {
    INFO(text);
    const FlatMessage read = clause_bot()->understand(text, nlu_context);
    CHECK(brief(read.answers) == std::vector<std::string>{R"(town="Rome")"});
    CHECK(intents_of(read) == R"(buy items="apples" items="pears")");
  }
}

TEST_CASE("explain: a note reports a value that is dropped because it is in the clause of another intent") {
  const Explanation read = clause_bot()->explain("buy apples and visit Rome and pears", {});
  const auto has = [&](const std::string& note) {
    return std::find(read.notes.begin(), read.notes.end(), note) != read.notes.end();
  };
  CHECK(has("no intent takes 30..35: it could be a value of buy.items, but it is in the clause of another intent"));
  CHECK(clause_bot()->explain("buy apples and pears and visit Rome", {}).notes.size() == 3);
}

}  // namespace
}  // namespace parley::intents
