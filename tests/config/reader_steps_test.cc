// Tests that the reader stores every key of a step in its field.
#include <catch2/catch.hpp>

#include "order_bot.h"

namespace parley::config {
namespace {

TEST_CASE("The keys of a step are stored in their fields") {
  const Intent& refund = *order_bot().find_intent("refund");
  REQUIRE(refund.steps.size() == 2);
  CHECK(refund.steps[0].mark.line == 39);
  REQUIRE(refund.steps[0].is<ToolStep>());
  const ToolStep& call = *refund.steps[0].as<ToolStep>();
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
  REQUIRE(call.on_failure[0].is<SayStep>());
  CHECK(source_of(call.on_failure[0].as<SayStep>()->text) == "No refund for {order_id}.");
  REQUIRE(call.on_failure[1].is<HandoffStep>());
  CHECK(call.on_failure[1].as<HandoffStep>()->reason == "tool_failed");
  REQUIRE(call.on_failure[2].is<HandoffStep>());
  CHECK(call.on_failure[2].as<HandoffStep>()->reason == "refund_failed");

  REQUIRE(refund.steps[1].is<SayStep>());
  CHECK(refund.steps[1].as<SayStep>()->text.any[0].pieces.size() == 3);
  CHECK(order_bot().find_intent("human")->steps[0].is<HandoffStep>());
}

TEST_CASE("a step has the members of its own kind only") {
  const Intent& refund = *order_bot().find_intent("refund");
  const StepDefinition& tool = refund.steps[0];
  const StepDefinition& say = refund.steps[1];
  CHECK(tool.as<SayStep>() == nullptr);
  CHECK(say.as<ToolStep>() == nullptr);
  CHECK(&arguments_in(tool) == &tool.as<ToolStep>()->with);
  CHECK(&saves_in(tool) == &tool.as<ToolStep>()->save);
  CHECK(arguments_in(say).empty());
  CHECK(saves_in(say).empty());
  CHECK(intent_in(tool) == nullptr);
  const StepDefinition call{{}, CallStep{{"a", {}}, {{"b", {}, {}}}, {{"c", "result", {}}}}};
  CHECK(intent_in(call)->value == "a");
  CHECK(arguments_in(call).size() == 1);
  CHECK(saves_in(call).size() == 1);
  const StepDefinition start{{}, StartStep{{"a", {}}, {{"b", {}, {}}}}};
  CHECK(intent_in(start)->value == "a");
  CHECK(arguments_in(start).size() == 1);
  CHECK(saves_in(start).empty());
}

}  // namespace
}  // namespace parley::config
