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

}  // namespace
}  // namespace parley::intents
