// Tests that the reader stores every key of a step in its field.
#include <catch2/catch.hpp>

#include "order_bot.h"

namespace parley::config {
namespace {

TEST_CASE("The keys of a step are stored in their fields") {
  const Intent& refund = *order_bot().find_intent("refund");
  REQUIRE(refund.steps.size() == 2);
  const StepDefinition& call = refund.steps[0];
  CHECK(call.kind == StepDefinition::Kind::kTool);
  CHECK(call.mark.line == 39);
  CHECK(call.tool.value == "refunds.create");
  REQUIRE(call.with.size() == 8);
  CHECK(call.with[0].name == "order");
  REQUIRE(call.with[0].origin.text);
  REQUIRE(call.with[0].origin.text->pieces.size() == 1);
  CHECK(call.with[0].origin.text->pieces[0].literal.empty());
  CHECK(call.with[0].origin.text->pieces[0].placeholder == "order_id");
  REQUIRE(call.with[1].origin.text);
  CHECK(call.with[1].origin.text->pieces.back().literal == " {x}");
  const Value constants[] = {Value(true),
                             Value(3),
                             Value(0.5),
                             Value(),
                             Value(Value::Array{Value("a"), Value(1)}),
                             Value(Value::Object{{"k", Value("v")}})};
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(!call.with[i + 2].origin.text);
    CHECK(call.with[i + 2].origin.constant == constants[i]);
  }
  REQUIRE(call.save.size() == 2);
  CHECK(call.save[0].name == "refund");
  CHECK(call.save[0].path == "result");
  CHECK(call.save[1].name == "refund_id");
  CHECK(call.save[1].path == "result.items.0.id");
  CHECK(call.timeout == 5'000);
  CHECK(call.retry_attempts == 4);
  CHECK(call.retry_backoff == 250);
  REQUIRE(call.on_failure.size() == 3);
  CHECK(call.on_failure[0].kind == StepDefinition::Kind::kSay);
  CHECK(source_of(call.on_failure[0].say) == "No refund for {order_id}.");
  CHECK(call.on_failure[1].kind == StepDefinition::Kind::kHandoff);
  CHECK(call.on_failure[1].reason == "tool_failed");
  CHECK(call.on_failure[2].kind == StepDefinition::Kind::kHandoff);
  CHECK(call.on_failure[2].reason == "refund_failed");

  CHECK(refund.steps[1].kind == StepDefinition::Kind::kSay);
  CHECK(refund.steps[1].say.any[0].pieces.size() == 3);
  CHECK(order_bot().find_intent("human")->steps[0].kind == StepDefinition::Kind::kHandoff);
}

}  // namespace
}  // namespace parley::config
