// Tests conditions as texts.
#include "intents/condition_text.h"

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

TEST_CASE("condition text: each form of a condition") {
  struct Row {
    std::string when, text;
  };
  const std::vector<Row> rows = {
      {"{context.n: 5}", "context.n = 5"},
      {"{context.s: {ne: gold}}", "context.s != gold"},
      {"{context.n: {gt: 1, le: 2.5}}", "context.n > 1 and context.n <= 2.5"},
      {"{context.n: {ge: 1}}", "context.n >= 1"},
      {"{context.n: {lt: 1}}", "context.n < 1"},
      {"{context.s: {in: [gold, 3]}}", "context.s in [gold, 3]"},
      {"{context.s: {exists: true}}", "context.s has a value"},
      {"{context.s: {exists: false}}", "context.s has no value"},
      {"{context.s: null}", "context.s = null"},
      {"{context.s: {matches: '^g'}}", "context.s matches ^g"},
      {"{any: [{context.a: true}, {context.b: 1, context.c: 2}]}",
       "context.a = true or (context.b = 1 and context.c = 2)"},
      {"{not: {context.a: true, context.b: true}}", "not (context.a = true and context.b = true)"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.when);
    const Bot catalog = bot("intents:\n" + intent("a", "match: [{regex: a}], when: " + row.when));
    CHECK(text_of(definition_of(*catalog).intents.front().when) == row.text);
  }
  CHECK(text_of({}) == "always");
}

}  // namespace
}  // namespace parley::intents
