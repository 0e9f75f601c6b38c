// Applies a write of the embedding program to a session: params, the open intent and the open question.
// Tested by tests/engine/turn_write_test.cc and tests/engine/handed_off_test.cc.
#include "planner/handoff.h"
#include "planner/intent_stack.h"
#include "planner/param_filling.h"
#include "planner/planner.h"
#include "planner/prompting.h"

namespace parley::planner {
namespace {

bool is_open(const TransitionBuilder& builder, const std::string& intent) {
  return !builder.is_idle() && builder.top().intent == intent;
}

// Returns whether a param of the open intent changed. A param of another intent is set in the session.
bool write_value(TransitionBuilder& builder, const ParamValue& value) {
  const config::Param& param = *builder.bot.find_intent(value.intent)->find_param(value.param);
  if (!is_open(builder, value.intent)) {
    builder.state.params.insert_or_assign(value.param, FilledParam{value.value, builder.context.turn});
    return false;
  }
  const bool changed = param.list ? change_list(builder, param, value) : fill_param(builder, param, value.value);
  const config::Param* asked = asked_param(builder);
  if (asked && asked->id.value == value.param) builder.state.waiting.reset();
  return changed;
}

// Opens the question for a param, or drops the open question if the name is empty.
void write_question(TransitionBuilder& builder, const std::string& param) {
  builder.state.waiting.reset();
  if (param.empty()) return builder.note(Rule::kCallerDroppedQuestion);
  Frame& frame = builder.top();
  if (frame.params.count(param) != 0) frame.changing = param;
  std::erase(frame.skipped, param);
  builder.note(Rule::kCallerAsked, param);
  builder.state.waiting = new_question(builder, AskedParam{param, {}});
}

}  // namespace

Transition apply_write(const config::BotDefinition& bot, SessionState& state, const PlannedWrite& write,
                       const TurnContext& context) {
  TransitionBuilder builder(bot, state, context);
  // A caller that asks for a param wants the bot to read the answer.
  if (state.handed_off && write.waiting_for_param && !write.waiting_for_param->empty()) take_back(builder);
  const bool begins = !write.intent.empty() && !is_open(builder, write.intent);
  if (const auto next = begins ? Admitted::to_push(builder, *bot.find_intent(write.intent)) : std::nullopt) {
    if (state.handed_off) note_given_back(builder);
    push_intent(builder, *next);
    if (state.handed_off) note_handed_off(builder);
  }
  bool changed = false;
  for (const ParamValue& value : write.values) changed |= write_value(builder, value);
  // The user must confirm the changed values, so the open confirmation is dropped.
  if (changed && !builder.state.waits_for<AskedParam>()) builder.state.waiting.reset();
  if (write.waiting_for_param) write_question(builder, *write.waiting_for_param);
  return std::move(builder).finish(/*is_write=*/true);
}

}  // namespace parley::planner
