// What a message means now: the order of docs/design.md, one function a line.
#include <algorithm>

#include "planner/dialog.h"

namespace parley::planner {
namespace {

const ParamValue* find(const std::vector<ParamValue>& values, std::string_view param) {
  const auto found =
      std::find_if(values.begin(), values.end(), [&](const ParamValue& value) { return value.param == param; });
  return found == values.end() ? nullptr : &*found;
}

const ParamValue* find_invalid(const std::vector<ParamValue>& values) {
  const auto found = std::find_if(values.begin(), values.end(), [](const ParamValue& value) { return !value.valid; });
  return found == values.end() ? nullptr : &*found;
}

}  // namespace

void Dialog::hear(const Understanding& message) {
  if (bot_.session.max_turns > 0 && moment_.turn > bot_.session.max_turns) return hand_off("max_turns");
  lapse_question();
  if (obey_command(message)) return;
  if (!out_.state.waiting) return hear_afresh(message);
  switch (out_.state.waiting->kind) {
    case Waiting::Kind::kParam: return hear_answer(message);
    case Waiting::Kind::kConfirm: return hear_confirmation(message);
    case Waiting::Kind::kTool: return hear_while_tool_runs();
  }
}

// A question that has stood for longer than it may is no longer waited for (seed F45).
void Dialog::lapse_question() {
  const auto& waiting = out_.state.waiting;
  if (!waiting || waiting->expires_at == 0 || moment_.now < waiting->expires_at) return;
  note("question_lapsed");
  clear();
}

bool Dialog::obey_command(const Understanding& message) {
  const bool is_open = out_.state.waiting.has_value();
  const bool names_intent = !message.candidates.empty();
  switch (message.act) {
    case Act::kCancel:
      if (!is_open && names_intent) return false;
      note(is_open ? "command.cancel" : "command.cancel: nothing is open");
      say(is_open ? bot_.replies.cancelled : bot_.replies.nothing_to_cancel);
      if (is_open) close();
      return true;
    case Act::kReset:
      if (!is_open && names_intent) return false;
      take_event(SessionEvent::kReset);
      return true;
    case Act::kHuman:
      if (names_intent) return false;  // the bot has an intent of its own for this
      note("command.human");
      hand_off("requested");
      return true;
    case Act::kInform:
    case Act::kAffirm:
    case Act::kDeny: return false;
  }
  return false;
}

void Dialog::hear_answer(const Understanding& message) {
  const config::Param& param = *intent().find_param(out_.state.waiting->param);
  const bool other_intent = !message.candidates.empty() && message.candidates.front().intent != top().intent;

  const ParamValue* answer = find(message.answers, param.id.value);
  if (answer && answer->whole_message && other_intent) {
    note("waiting: free text gives way to an intent");
    answer = nullptr;
  }
  if (answer && !answer->valid) {
    note("waiting: invalid answer for " + param.id.value);
    return judge(param, answer->rejection);
  }
  if (answer) {
    note("waiting: answered " + param.id.value);
    fill(param, answer->value);
    take(message.answers, Take::kMissing);
    out_.state.unmatched = 0;
    out_.state.waiting.reset();
    return advance();
  }
  std::vector<ParamValue> others = message.answers;
  others.erase(std::remove_if(others.begin(), others.end(),
                              [&](const ParamValue& value) { return value.param == param.id.value; }),
               others.end());
  if (take(others, Take::kAny)) {
    note("waiting: other params of the intent");
    top().attempts.erase(param.id.value);
    out_.state.unmatched = 0;
    out_.state.waiting.reset();
    return advance();
  }
  if (other_intent) {
    note("waiting: digression");
    return hear_afresh(message);
  }
  note("waiting: not understood");
  judge(param, render(bot_.replies.not_understood, known()));
}

void Dialog::hear_confirmation(const Understanding& message) {
  if (const ParamValue* invalid = find_invalid(message.answers)) {
    note("confirming: invalid change of " + invalid->param);
    return judge_confirmation(invalid->rejection);
  }
  if (take(message.answers, Take::kAny)) {
    note("confirming: a change voids the confirmation");
    top().attempts.erase("");
    out_.state.waiting.reset();
    return advance();
  }
  if (message.act == Act::kAffirm) {
    note("confirming: yes");
    top().confirmed = true;
    out_.state.waiting.reset();
    return advance();
  }
  if (message.act == Act::kDeny) {
    note("confirming: no");
    say(bot_.replies.denied);
    return close();
  }
  if (!message.candidates.empty() && message.candidates.front().intent != top().intent) {
    note("confirming: digression");
    return hear_afresh(message);
  }
  note("confirming: neither yes nor no");
  judge_confirmation(render(bot_.replies.confirm_again, known()));
}

void Dialog::hear_while_tool_runs() {
  note("waiting: a tool is running");
  say(bot_.replies.busy);
  out_.status = Status::kToolCall;
}

void Dialog::hear_afresh(const Understanding& message) {
  if (message.candidates.empty()) return not_understood();
  out_.state.unmatched = 0;
  out_.state.waiting.reset();
  start(*bot_.find_intent(message.candidates.front().intent), message.params);
}

void Dialog::not_understood() {
  const config::Fallback& fallback = bot_.fallback;
  ++out_.state.unmatched;
  note("fallback " + std::to_string(out_.state.unmatched));
  const bool enough = out_.state.unmatched >= fallback.after;
  if (enough && fallback.then == config::Fallback::Then::kHandoff) {
    out_.state.unmatched = 0;
    return hand_off("fallback");
  }
  say(fallback.say);
  if (enough && fallback.then == config::Fallback::Then::kIntent) {
    out_.state.unmatched = 0;
    start(*bot_.find_intent(fallback.intent.value), {});
  }
}

}  // namespace parley::planner
