#include "planner/open_question.h"

#include <catch2/catch.hpp>

#include "config/definition.h"

using namespace parley;
using planner::Question;

TEST_CASE("the kind of the open question follows from the state") {
  config::BotDefinition bot;
  config::Intent& intent = bot.intents.emplace_back();
  intent.id.value = "order";
  for (const auto& [name, type] : {std::pair("size", "number"), std::pair("gift", "boolean")}) {
    config::Param& param = intent.params.emplace_back();
    param.id.value = name;
    param.type.value = type;
  }
  SessionState state;
  CHECK(planner::question_of(bot, state) == Question::kNothing);
  state.offered.emplace_back();
  CHECK(planner::question_of(bot, state) == Question::kOffer);

  state.frames.emplace_back().intent = "order";
  CHECK(planner::question_of(bot, state) == Question::kLost);
  PendingInput& waiting = state.waiting.emplace();
  using Kind = PendingInput::Kind;
  const std::tuple<Kind, const char*, Question> rows[] = {
      {Kind::kParam, "size", Question::kParam}, {Kind::kParam, "gift", Question::kYesNo},
      {Kind::kParam, "gone", Question::kParam}, {Kind::kConfirm, "", Question::kConfirm},
      {Kind::kChange, "", Question::kChange},   {Kind::kChoice, "", Question::kChoice},
      {Kind::kTool, "", Question::kTool},
  };
  for (const auto& [kind, param, question] : rows) {
    INFO(planner::to_string(question));
    waiting.kind = kind;
    waiting.param = param;
    CHECK(planner::question_of(bot, state) == question);
  }
  waiting.kind = Kind::kParam;
  waiting.param = "size";
  waiting.choices.emplace_back();
  CHECK(planner::question_of(bot, state) == Question::kOptions);
}
