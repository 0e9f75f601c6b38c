// Tests that the reader stores every key of an intent in its field.
#include <catch2/catch.hpp>

#include "order_bot.h"

namespace parley::config {
namespace {

TEST_CASE("The keys of an intent are stored in their fields") {
  REQUIRE(order_bot().intents.size() == 2);
  const Intent& refund = *order_bot().find_intent("refund");
  CHECK(refund.id.mark.line == 14);
  CHECK(refund.description == "Give money back");
  REQUIRE(refund.rules.size() == 2);
  CHECK(refund.rules[0].regex.value == "\\brefund\\b");
  CHECK(refund.rules[0].priority == 0);
  CHECK(refund.rules[1].regex.value == "money back");
  CHECK(refund.rules[1].priority == -2);
  CHECK(texts_of(refund.examples) == Strings{"I want my money back", "42"});
  CHECK(refund.when.kind == Condition::Kind::kCompare);
  CHECK(refund.when.path == "context.logged_in");
  CHECK(refund.when.operand == Value(true));
  REQUIRE(refund.confirm);
  REQUIRE(refund.confirm->ask.size() == 1);
  CHECK(source_of(refund.confirm->ask[0]) == "Refund {order_id}?");

  const Intent& human = *order_bot().find_intent("human");
  CHECK(human.rules.empty());
  CHECK(human.when.kind == Condition::Kind::kAll);
  CHECK(human.when.children.empty());
  CHECK(!human.confirm);
}

TEST_CASE("A confirmation may be a map of variants, as the schema says") {
  const auto made = read(
      "parley: 1\nbot: {id: b}\nintents: [{id: a, match: [{regex: a}], confirm: {any: [Sure?, Really?], channels: "
      "{sms: "
      "OK?}}, steps: [{say: Done.}]}]\n");
  CHECK(brief(made.diagnostics) == Strings{});
  const Confirmation& confirm = *made.bot.intents.front().confirm;
  REQUIRE(confirm.ask.size() == 1);
  CHECK(confirm.ask[0].any.size() == 2);
  CHECK(confirm.ask[0].channels.size() == 1);
}

}  // namespace
}  // namespace parley::config
