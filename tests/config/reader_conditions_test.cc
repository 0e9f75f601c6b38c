// Tests that the reader builds the tree of a condition.
#include <catch2/catch.hpp>

#include "order_bot.h"

namespace parley::config {
namespace {

TEST_CASE("Conditions can be nested") {
  const BotReading reading = read(
      "parley: 1\nbot: {id: b}\nintents:\n  - id: a\n    match: [{regex: a}]\n    steps: [{say: x}]\n    when:\n"
      "      context.vip: {ne: true}\n      any:\n        - {context.age: {gt: 17.5}}\n"
      "        - not: {session.country: {in: [no, se]}}\n        - all: [{context.since: {le: 2026-01-01}}, {}]\n");
  CHECK(brief(reading.diagnostics).empty());
  const Condition& when = reading.bot.intents[0].when;
  REQUIRE(when.kind == Condition::Kind::kAll);
  REQUIRE(when.children.size() == 2);
  CHECK(when.children[0].op == Condition::Op::kNe);
  const Condition& any = when.children[1];
  REQUIRE(any.kind == Condition::Kind::kAny);
  REQUIRE(any.children.size() == 3);
  CHECK(any.children[0].operand == Value(17.5));
  CHECK(any.children[1].kind == Condition::Kind::kNot);
  CHECK(any.children[1].children[0].operand == Value(Value::Array{Value("no"), Value("se")}));
  CHECK(any.children[2].kind == Condition::Kind::kAll);
  CHECK(any.children[2].children[0].operand == Value("2026-01-01"));
  CHECK(any.children[2].children[1].children.empty());
}

}  // namespace
}  // namespace parley::config
