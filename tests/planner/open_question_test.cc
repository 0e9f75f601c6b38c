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
