// Tests entities that a bot declares: patterns and value lists.
#include "intents/types.h"
#include "tests/intents/recogniser_tables.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

Bot bot_with_entities(const std::string& entities) {
  return bot("entities:\n" + entities + "intents:\n" + intent("hello", "match: [{regex: hello}]"));
}

TEST_CASE("patterns: the value is the group `value`, the whole match or the canonical form") {
  const Bot bot = bot_with_entities(R"(
  order: {patterns: ['\bO-?(?P<value>\d{5})\b'], canonical: 'O-{value}'}
  bare: {patterns: ['\b[A-Z]{2}\d{4}\b']}
  trip: {patterns: ['(?P<from>\w+) to (?P<value>\w+)'], canonical: '{from}>{value}'}
  either: {patterns: ['#(?P<value>\d+)', 'number (?P<value>\d+)', '\bid-\d+'], canonical: '{{{value}}}'}
)");
  check(entity(bot, "order"), {{"[o12345]", {"\"O-12345\""}},
                               {"my order [O-12345], not [o54321]", {"\"O-12345\"", "\"O-54321\""}},
                               {"\U0001f600 [O\u201312345]\u2026", {"\"O-12345\""}},
                               {"O-123456"},
                               {"O-1234"}});
  check(entity(bot, "bare"), {{"it is [ab1234]", {"\"ab1234\""}}, {"xab1234"}});
  check(entity(bot, "trip"), {{"[Rome to Oslo]", {"\"Rome>Oslo\""}}});
  check(entity(bot, "either"), {{"[#12] and [number 7] and [id-9]", {"\"{12}\"", "\"{7}\"", "\"{id-9}\""}}});
}

TEST_CASE(
    "value lists: only whole words match, the longest match is taken, and the name of a value matches as well as its "
    "synonyms") {
  const Bot bot = bot_with_entities(R"(
  reason: {values: {damaged: ['broken?', 'crack(ed)?', "does(n't| not) work"], late: [never arrived, too late], out_of_stock: []}}
  city: {values: {York: [], New York: ['new york( city)?', 'N\.Y\.'], "Z\u00fcrich": [zurich]}}
  language: {values: {'C++': ['c\+\+', cpp], C: [], 'C#': []}}
)");
  check(entity(bot, "reason"), {{"it was [broken]", {"\"damaged\""}},
                                {"[Damaged] and [TOO LATE]", {"\"damaged\"", "\"late\""}},
                                {"it [doesn\u2019t work]!", {"\"damaged\""}},
                                {"[out of stock] or [out-of-stock]", {"\"out_of_stock\"", "\"out_of_stock\""}},
                                {"[broke]\U0001f621", {"\"damaged\""}},
                                {"[late], [late]", {"\"late\"", "\"late\""}},
                                {"chocolate"},
                                {"latest"},
                                {"unbroken"},
                                {"late\u00e9"},
                                {"crackers"}});
  check(entity(bot, "city"), {{"from [york] to [New York City]", {"\"York\"", "\"New York\""}},
                              {"new yorkers"},
                              {"[Z\u00fcrich], [zurich]", {"\"Z\u00fcrich\"", "\"Z\u00fcrich\""}},
                              {"in [N.Y.] now", {"\"New York\""}}});
  check(entity(bot, "language"),
        {{"[c++] is not [c] nor [C#]", {"\"C++\"", "\"C\"", "\"C#\""}}, {"[cpp]!", {"\"C++\""}}, {"cppx"}});
}

TEST_CASE("value lists: thousands of values are matched in one pass") {
  std::string values;
  for (int i = 0; i < 3000; ++i)
    values += (i ? ",\n    " : "") + ("item" + std::to_string(i)) + ": [thing " + std::to_string(i) + "]";
  const Bot bot = bot_with_entities("  item: {values: {" + values + "}}\n");
  check(entity(bot, "item"), {{"[item2999], [thing 17] and thing 3000", {"\"item2999\"", "\"item17\""}}});
}

TEST_CASE("extended types: the entity reads its own words and all values of the type, in the shape of the type") {
  const Bot bot = bot_with_entities(R"(
  visit: {extends: time_range, values: {lunchtime: {value: from 12 to 14, synonyms: [over lunch]}, after work: {value: after 17:30}}}
  day: {extends: date, values: {pay day: {value: the 25th}, tomorrow: [manana]}}
)");
  check(entity(bot, "visit"),
        {{"[lunchtime] or [over lunch]", {R"({"from":"12:00","to":"14:00"})", R"({"from":"12:00","to":"14:00"})"}},
         {"[after work]", {R"({"from":"17:30","to":null})"}},
         {"[from 3 to 5 pm]", {R"({"from":"15:00","to":"17:00"})"}},
         {"lunch money"}});
  check(entity(bot, "day"),
        {{"[pay day]", {q("2026-03-25")}}, {"[manana], [tomorrow]", {q("2026-03-03"), q("2026-03-03")}}});
}

TEST_CASE("patterns: an answer may spell the value in words") {
  const Bot bot = bot_with_entities(R"(
  invoice: {patterns: ['\b(?P<letters>[A-Z]{2})-?(?P<value>\d{2,4})\b'], canonical: '{letters}-{value}'}
  order: {patterns: ['\bO-?(?P<value>\d{5})\b'], canonical: 'O-{value}'}
)");
  check(entity(bot, "invoice"),
        {{"[C T twelve]", {q("CT-12")}},
         {"it's [alpha bravo one oh oh five]", {q("AB-1005")}},
         {"[see tee double four]", {q("CT-44")}},
         {"[c t twenty three fourteen]", {q("CT-2314")}},
         {"[c t triple seven]", {q("CT-777")}},
         {"see you"},
         {"c 12", {}},
         {"[c t 12]", {q("CT-12")}},
         {"to be or not"}},
        true);
  check(entity(bot, "invoice"), {{"c t twelve"}});  // not asked
  check(entity(bot, "order"), {{"[oh one two three four five]", {q("O-12345")}}, {"one two three four five"}}, true);
  // An amount next to a word is no dictated code.
  check(entity(bot, "order"), {{"44.80 one i guess"}, {"the 44.80 one"}, {"o 44.80 one"}}, true);
  // Groups of digits are not spelled: a phone number became an order number.
  check(entity(bot, "order"), {{"+49 171 23456"}, {"12 345"}}, true);
}

}  // namespace
}  // namespace parley::intents
