#include "planner/open_question.h"

#include "planner/planner_harness.h"

using namespace parley;
using planner::Question;

TEST_CASE("the kind of the open question follows from the state") {
  const config::BotDefinition bot = planner::read(R"(
parley: 1
bot: {id: shop}
intents:
  - id: order
    match: [{regex: order}]
    params:
      size: {type: number, required: true, ask: "Which size?"}
      gift: {type: boolean, required: true, ask: "Is it a gift?"}
    steps: [{say: "Done."}]
)");
  SessionState state;
  CHECK(planner::question_of(bot, state) == Question::kNothing);
  state.offered.emplace_back();
  CHECK(planner::question_of(bot, state) == Question::kOffer);

  state.frames.emplace_back().intent = "order";
  CHECK(planner::question_of(bot, state) == Question::kLost);
  PendingInput& waiting = state.waiting.emplace();
  const std::pair<PendingInput::Awaited, Question> rows[] = {
      {AskedParam{"size", {}}, Question::kParam},   {AskedParam{"gift", {}}, Question::kYesNo},
      {AskedParam{"gone", {}}, Question::kParam},   {AskedParam{"size", {Choice()}}, Question::kOptions},
      {AskedConfirmation(), Question::kConfirm},    {AskedChange(), Question::kChange},
      {AskedChoice{{Choice()}}, Question::kChoice}, {ToolWait(), Question::kTool},
  };
  for (const auto& [awaited, question] : rows) {
    INFO(planner::to_string(question));
    waiting.awaited = awaited;
    CHECK(planner::question_of(bot, state) == question);
  }
}
