// Tests conditions: every operator with facts that are present, of another type, or missing.
#include "intents/condition.h"

#include "intents/catalog_access.h"
#include "intents/context_facts.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

// `when` of an intent, as written in YAML.
struct Guard {
  explicit Guard(const std::string& when)
      : catalog(bot("intents:\n" + intent("a", "match: [{regex: a}], when: " + when))) {}
  const config::Condition& condition() const { return intents::definition_of(*catalog).intents.front().when; }
  Bot catalog;
};

TEST_CASE("conditions: each operator holds for matching facts") {
  NluContext nlu_context;
  nlu_context.context =
      *Value::parse(R"({"n": 5, "x": 2.5, "whole": 5.0, "s": "gold", "t": true, "f": false, "null": null,
      "day": "2026-03-02", "price": {"amount": 60, "currency": "USD"}, "list": [1], "deep": {"er": "yes"}})");
  const Scope facts = facts_of(nlu_context);
  struct Row {
    std::string when;
    bool holds;
  };
  const std::vector<Row> rows = {
      {"{context.t: true}", true},
      {"{context.f: true}", false},
      {"{context.f: false}", true},
      {"{context.s: gold}", true},
      {"{context.s: Gold}", false},
      {"{context.n: 5}", true},
      {"{context.whole: 5}", true},
      {"{context.n: 5.0}", true},
      {"{context.n: '5'}", false},
      {"{context.null: null}", true},
      {"{context.deep.er: 'yes'}", true},
      {"{context.n: {ne: 5}}", false},
      {"{context.n: {ne: 6}}", true},
      {"{context.n: {gt: 4, lt: 5.5}}", true},
      {"{context.n: {gt: 5}}", false},
      {"{context.n: {ge: 5, le: 5}}", true},
      {"{context.x: {gt: 2, lt: 3}}", true},
      {"{context.s: {gt: 1}}", false},
      {"{context.s: {le: 1}}", false},
      {"{context.day: {ge: '2026-03-01'}}", true},
      {"{context.day: {lt: '2026-03-01'}}", false},
      {"{context.price: {gt: 50}}", true},
      {"{context.price: {gt: 60}}", false},
      {"{context.price: 60}", true},
      {"{context.price.currency: USD}", true},
      {"{context.s: {in: [silver, gold]}}", true},
      {"{context.n: {in: [4, 5.0]}}", true},
      {"{context.n: {in: [4, '5']}}", false},
      {"{context.s: {matches: 'g.ld'}}", true},
      {"{context.s: {matches: 'OL'}}", true},
      {"{context.s: {matches: '^ol'}}", false},
      {"{context.n: {matches: '^5$'}}", true},
      {"{context.list: {matches: '.*'}}", false},
      {"{context.null: {matches: '.*'}}", false},
      {"{context.s: {exists: true}}", true},
      {"{context.s: {exists: false}}", false},
      {"{context.null: {exists: true}}", false},
      {"{context.null: {exists: false}}", true},
      {"{context.null: {ne: null}}", false},
      {"{context.null: {ne: 1}}", true},
      {"{context.null: {in: [1, null]}}", true},
      {"{context.null: {in: [1]}}", false},
      {"{context.null: {le: 1}}", false},
      {"{context.n: null}", false},
      {"{context.n: {ne: null}}", true},
      {"{all: [{context.t: true}, {context.n: 5}]}", true},
      {"{all: [{context.t: true}, {context.n: 6}]}", false},
      {"{any: [{context.t: false}, {context.n: 5}]}", true},
      {"{any: [{context.t: false}, {context.n: 6}]}", false},
      {"{not: {context.t: true}}", false},
      {"{not: {context.t: true, context.n: 6}}", true},
      {"{context.t: true, not: {context.n: 6}}", true},
  };
  for (const Row& row : rows) {
    INFO(row.when);
    const Guard guard(row.when);
    CHECK(holds(guard.condition(), facts) == row.holds);
    CHECK(why_not(guard.condition(), facts).empty() == row.holds);
  }
}

TEST_CASE("conditions: a missing fact equals only null") {
  const Scope nothing = [](std::string_view) -> const Value* { return nullptr; };
  struct Row {
    std::string when;
    bool holds;
  };
  const std::vector<Row> rows = {
      {"{context.a: null}", true},
      {"{context.a: {eq: 0}}", false},
      {"{context.a: {ne: 1}}", true},
      {"{context.a: {lt: 1}}", false},
      {"{context.a: {ge: 0}}", false},
      {"{context.a: {ne: null}}", false},
      {"{context.a: {in: [null]}}", true},
      {"{context.a: {matches: '.*'}}", false},
      {"{context.a: {exists: false}}", true},
      {"{context.a: {exists: true}}", false},
      {"{not: {context.a: 1}}", true},
  };
  for (const Row& row : rows) {
    INFO(row.when);
    CHECK(holds(Guard(row.when).condition(), nothing) == row.holds);
  }
}

TEST_CASE("conditions: a validation compares days and times with the clock") {
  struct Row {
    std::string comparison, value;
    bool holds;
  };
  const std::vector<Row> rows = {
      {"ge: today", R"("2026-03-02")", true},
      {"ge: today", R"("2026-03-01")", false},
      {"gt: today", R"("2026-03-02")", false},
      {"lt: tomorrow", R"("2026-03-02")", true},
      {"gt: yesterday", R"("2026-03-02")", true},
      {"le: today", R"("2026-03-03")", false},
      {"ge: now", R"("2026-03-02")", true},
      {"ge: now", R"("2026-03-02T08:59")", false},
      {"gt: now", R"("2026-03-02T09:01")", true},
      {"ge: today", R"("2026-03-02T08:59")", true},
      {"ge: now", R"("08:59")", false},
      {"ge: now", R"("09:00:30")", true},
      {"ge: today", R"("09:00")", false},
      {"ge: today", R"({"from": "2026-03-02", "to": "2026-03-05"})", true},
      {"ge: today", R"({"from": "2026-03-01", "to": "2026-03-05"})", false},
      {"le: today", R"({"from": "2026-03-01", "to": "2026-03-05"})", false},
      {"ge: today", R"({"from": null, "to": "2026-03-05"})", false},
      {"ge: today", "5", false},
  };
  for (const Row& row : rows) {
    INFO(row.comparison << " " << row.value);
    const Bot catalog = bot("intents:\n" + intent("a", "match: [{regex: a}], params: {d: {type: date, validate: [{" +
                                                           row.comparison + ", else: No.}]}}"));
    const Value value = *Value::parse(row.value);
    const Scope scope = [&](std::string_view) { return &value; };
    const config::Condition& must =
        intents::definition_of(*catalog).intents.front().params.front().validate.front().must;
    CHECK(holds(must, scope, "2026-03-02T09:00") == row.holds);
    CHECK(holds(must, scope));  // without a clock
  }
}

TEST_CASE("conditions: only a validation compares with the clock") {
  CHECK(errors(std::string(kHead) + "intents:\n" + intent("a", "match: [{regex: a}], when: {context.d: {ge: today}}"))
            .size() == 1);
}

TEST_CASE("conditions: the reason for a failure does not quote the facts") {
  NluContext nlu_context;
  nlu_context.context = *Value::parse(R"({"n": 5, "s": "secret", "t": false})");
  const Scope facts = facts_of(nlu_context);
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"{context.t: true}", "context.t is not true"},
      {"{context.n: {gt: 7}}", "context.n is not greater than 7"},
      {"{context.n: {ge: 7}}", "context.n is not at least 7"},
      {"{context.n: {ne: 5}}", "context.n is 5"},
      {"{context.s: {in: [a, b]}}", "context.s is not one of [\"a\",\"b\"]"},
      {"{context.s: {matches: x}}", "context.s does not match \"x\""},
      {"{context.s: {exists: false}}", "context.s has a value"},
      {"{context.q: 1}", "context.q is missing"},
      {"{context.n: 5, context.t: true}", "context.t is not true"},
      {"{any: [{context.n: 6}, {context.q: 1}]}", "context.n is not 6, and context.q is missing"},
      {"{not: {context.n: 5}}", "an excluded condition is true"},
  };
  for (const auto& [when, reason] : rows) {
    INFO(when);
    CHECK(why_not(Guard(when).condition(), facts) == reason);
  }
}

}  // namespace
}  // namespace parley::intents
