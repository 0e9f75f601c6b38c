// What a host writes to a session: params, the open intent and the open question.
// Tested by tests/engine/turn_write_test.cc.
#include "planner/dialog.h"

namespace parley::planner {

void Dialog::write(const HostWrite& write) {
  if (!write.intent.empty() && (is_idle() || top().intent != write.intent)) push(*bot_.find_intent(write.intent));
  bool changed = false;
  for (const ParamValue& value : write.values) {
    const config::Param& param = *bot_.find_intent(value.intent)->find_param(value.param);
    if (is_idle() || top().intent != value.intent) {
      out_.state.params.insert_or_assign(value.param, FilledParam{value.value, moment_.turn});
      continue;
    }
    changed |= param.list ? change_list(param, value) : fill(param, value.value);
    const config::Param* asked = asked_param();
    if (asked && asked->id.value == value.param) out_.state.waiting.reset();
  }
  const bool asks_param = out_.state.waiting && out_.state.waiting->kind == PendingInput::Kind::kParam;
  if (changed && !asks_param) out_.state.waiting.reset();  // a confirmation is void

  if (!write.waiting_for_param) return;
  out_.state.waiting.reset();
  if (write.waiting_for_param->empty()) return note(Rule::kCallerDroppedQuestion);
  PendingInput waiting = question(PendingInput::Kind::kParam);
  waiting.param = *write.waiting_for_param;
  if (top().params.count(waiting.param) != 0) top().changing = waiting.param;
  std::erase(top().skipped, waiting.param);
  note(Rule::kCallerAsked, waiting.param);
  out_.state.waiting = std::move(waiting);
}

Transition apply_write(const config::BotDefinition& bot, SessionState state, const HostWrite& write,
                       const TurnContext& moment) {
  Dialog dialog(bot, std::move(state), moment);
  dialog.write(write);
  return std::move(dialog).finish_silently();
}

}  // namespace parley::planner
