// What is not a message: the outcome of a tool, silence, the end, a reset.
#include "planner/dialog.h"

namespace parley::planner {

void Dialog::take_outcome(const ToolOutcome& outcome) {
  const config::Intent& open = intent();
  const auto index = static_cast<std::size_t>(top().step);
  note(std::string("tool ") + name_of(outcome.kind));
  out_.state.waiting.reset();
  if (index >= open.steps.size()) return advance();  // the bot changed while the tool ran
  const config::StepDefinition& step = open.steps[index];

  if (outcome.kind == ToolOutcome::Kind::kOk) {
    const Value scope(Value::Object{{"result", outcome.data}});
    Value::Object taken;
    for (const auto& save : step.save) {
      if (const Value* value = scope.at_path(save.path)) taken[save.name] = *value;
    }
    for (const auto& [name, value] : taken) top().saved[name] = value;
    out_.state.last_result = Value(std::move(taken));
    ++top().step;
    return advance();
  }
  if (step.on_failure.empty()) {
    say(bot_.replies.tool_failed);
    return hand_off("tool_failed");
  }
  for (const config::StepDefinition& recovery : step.on_failure) {
    if (recovery.kind == config::StepDefinition::Kind::kHandoff) return hand_off(recovery.reason);
    say(recovery.say);
  }
  close();
}

void Dialog::take_event(SessionEvent event) {
  note(std::string("event.") + name_of(event));
  switch (event) {
    case SessionEvent::kReset:
      clear();
      out_.state.params.clear();
      out_.state.unmatched = 0;
      return say(bot_.replies.reset);
    case SessionEvent::kEnd:
      clear();
      out_.state.params.clear();
      out_.state.ended = true;
      return say(bot_.replies.goodbye);
    case SessionEvent::kSilence: break;
  }
  lapse_question();
  const auto waiting = out_.state.waiting;
  if (!waiting) return say(bot_.replies.silence);
  // Silence is judged like an answer, so that a question to nobody ends too.
  switch (waiting->kind) {
    case Waiting::Kind::kParam: return judge(*intent().find_param(waiting->param), {});
    case Waiting::Kind::kConfirm: return judge_confirmation({});
    case Waiting::Kind::kTool: return hear_while_tool_runs();
  }
}

}  // namespace parley::planner
