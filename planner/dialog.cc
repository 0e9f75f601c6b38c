// Tested by tests/planner/planner_test.cc.
#include "planner/dialog.h"

#include <utility>

#include "intents/condition.h"

namespace parley::planner {

Dialog::Dialog(const config::BotDefinition& bot, SessionState state, const TurnContext& moment)
    : bot_(bot), moment_(moment) {
  out_.state = std::move(state);
  out_.state.ended = false;
}

Transition Dialog::finish() && {
  if (out_.steps.empty()) say(bot_.replies.done);
  return std::move(*this).finish_silently();
}

Transition Dialog::finish_silently() && {
  SessionState& state = out_.state;
  if (!is_idle()) {
    out_.intent = top().intent;
    out_.params.clear();
    for (const auto& [name, filled] : top().params) out_.params[name] = filled.value;
  }
  // An intent may be open without a question (invariant 7): it waits for the next message.
  if (!is_idle() && out_.status == TurnStatus::kDone) {
    const bool runs_tool = state.waiting && state.waiting->kind == PendingInput::Kind::kTool;
    out_.status = runs_tool ? TurnStatus::kToolCall : TurnStatus::kWaiting;
  }
  if (out_.intent) state.last_intent = out_.intent;
  return std::move(out_);
}

void Dialog::say(std::string text) {
  if (!text.empty()) out_.steps.push_back(Say{std::move(text)});
}

std::string Dialog::words(const config::TextVariants& wording, std::string_view name, const Value& value) {
  ResponseRenderer speech = this->speech();
  std::string text = speech.say(wording, name, value);
  for (const std::string& hole : speech.holes()) note(Rule::kNoValue, hole);
  return text;
}

void Dialog::note(Rule rule, std::string_view subject, std::string_view detail) {
  out_.trace.push_back({rule, is_idle() ? std::string() : top().intent, std::string(subject), std::string(detail)});
}

void Dialog::note_of(Rule rule, const std::string& intent, std::string_view subject) {
  out_.trace.push_back({rule, intent, std::string(subject), {}});
}

bool Dialog::holds(const config::Condition& condition) const {
  const Variables facts = known();
  return intents::holds(condition, [&](std::string_view path) { return facts.find(path); });
}

bool Dialog::holds(const config::Condition& condition, const Value& scope) {
  return intents::holds(condition, [&](std::string_view path) { return scope.at_path(path); });
}

}  // namespace parley::planner
