// The edges of the state diagram.
#include "planner/dialog.h"

#include <algorithm>

namespace parley::planner {

Dialog::Dialog(const config::BotDefinition& bot, SessionState state, const Moment& moment)
    : bot_(bot), moment_(moment) {
  out_.state = std::move(state);
  out_.state.ended = false;
}

Transition Dialog::finish() && {
  SessionState& state = out_.state;
  if (!state.frames.empty()) {
    out_.intent = state.frames.back().intent;
    out_.params.clear();
    for (const auto& [name, filled] : state.frames.back().params) out_.params[name] = filled.value;
  }
  if (state.waiting && out_.status == Status::kDone) {
    out_.status = state.waiting->kind == Waiting::Kind::kTool ? Status::kToolCall : Status::kWaiting;
  }
  if (out_.intent) state.last_intent = out_.intent;
  return std::move(out_);
}

Known Dialog::known() const {
  return Known(out_.state.frames.empty() ? nullptr : &out_.state.frames.back(), &moment_.context);
}

void Dialog::say(std::string text) {
  if (!text.empty()) out_.steps.push_back(Say{std::move(text)});
}

// ---- params -------------------------------------------------------------------------------------------------

bool Dialog::is_open(const config::Param& param) const {
  const Frame& frame = out_.state.frames.back();
  const auto& skipped = frame.skipped;
  return frame.params.count(param.id.value) == 0 &&
         std::find(skipped.begin(), skipped.end(), param.id.value) == skipped.end();
}

bool Dialog::fill(const config::Param& param, const Value& value) {
  const std::string& name = param.id.value;
  Frame& frame = top();
  const auto held = frame.params.find(name);
  if (held != frame.params.end() && held->second.value == value) return false;
  if (held != frame.params.end()) note("corrected " + name);
  const Filled filled{value, moment_.turn};
  frame.params.insert_or_assign(name, filled);
  if (param.session_scope) out_.state.params.insert_or_assign(name, filled);
  frame.confirmed = false;
  frame.attempts.erase(name);
  return true;
}

bool Dialog::take(const std::vector<ParamValue>& values, Take which) {
  bool changed = false;
  for (const ParamValue& value : values) {
    const config::Param* param = intent().find_param(value.param);
    if (!param || !value.valid || value.whole_message) continue;
    if (which == Take::kMissing && top().params.count(value.param) != 0) continue;
    changed |= fill(*param, value.value);
  }
  return changed;
}

// ---- the way of an intent -----------------------------------------------------------------------------------

void Dialog::start(const config::Intent& intent, const std::vector<ParamValue>& values) {
  note("start " + intent.id.value);
  auto& frames = out_.state.frames;
  // An intent is open once: asking for it again begins it afresh, on top.
  frames.erase(
      std::remove_if(frames.begin(), frames.end(), [&](const Frame& frame) { return frame.intent == intent.id.value; }),
      frames.end());
  if (frames.size() >= kMaxDigressions) {
    note("too deep: forgot " + frames.front().intent);
    frames.erase(frames.begin());
  }

  Frame& frame = frames.emplace_back();
  frame.intent = intent.id.value;
  frame.plan = ++out_.state.plans;
  for (const config::Param& param : intent.params) {
    const auto kept = out_.state.params.find(param.id.value);
    if (param.session_scope && kept != out_.state.params.end()) frame.params[param.id.value] = kept->second;
  }
  take(values, Take::kAny);
  for (const ParamValue& value : values) {
    if (!value.valid) say(value.rejection);
  }
  advance();
}

void Dialog::advance() {
  while (!out_.state.frames.empty()) {
    const config::Intent& open = intent();
    for (const config::Param& param : open.params) {
      if (param.required && is_open(param)) return ask(param);
    }
    if (open.confirm && !top().confirmed) return confirm();

    while (static_cast<std::size_t>(top().step) < open.steps.size()) {
      const config::StepDefinition& step = open.steps[static_cast<std::size_t>(top().step)];
      switch (step.kind) {
        case config::StepDefinition::Kind::kTool: return call_tool(step);
        case config::StepDefinition::Kind::kHandoff: return hand_off(step.reason);
        case config::StepDefinition::Kind::kSay: say(step.say); break;
      }
      ++top().step;
    }
    note("done " + open.id.value);
    return close();
  }
}

void Dialog::close() {
  const Frame closed = std::move(top());
  out_.state.frames.pop_back();
  out_.state.waiting.reset();
  out_.intent = closed.intent;
  out_.params.clear();
  for (const auto& [name, filled] : closed.params) out_.params[name] = filled.value;
  if (out_.state.frames.empty()) return;
  note("resume " + top().intent);
  say(bot_.replies.resume);
  advance();
}

void Dialog::clear() {
  out_.state.frames.clear();
  out_.state.waiting.reset();
}

// ---- questions ----------------------------------------------------------------------------------------------

Waiting Dialog::question(Waiting::Kind kind) const {
  const Frame& frame = out_.state.frames.back();
  Waiting waiting;
  waiting.kind = kind;
  waiting.intent = frame.intent;
  waiting.plan = frame.plan;
  waiting.step = kind == Waiting::Kind::kTool ? frame.step : -1;
  waiting.asked_at = moment_.now;
  const TimeMs lifetime = bot_.session.question_ttl;
  waiting.expires_at = lifetime > 0 && kind != Waiting::Kind::kTool ? moment_.now + lifetime : 0;
  waiting.config_hash = moment_.config_hash;
  return waiting;
}

void Dialog::ask(const config::Param& param) {
  const auto judged = top().attempts.find(param.id.value);
  const int attempt = judged == top().attempts.end() ? 1 : judged->second + 1;
  const std::size_t wording = std::min(static_cast<std::size_t>(attempt), param.ask.size()) - 1;

  note("ask " + param.id.value);
  out_.steps.push_back(AskUser{param.id.value, render(param.ask[wording], known()), attempt});
  Waiting waiting = question(Waiting::Kind::kParam);
  waiting.param = param.id.value;
  waiting.attempt = attempt;
  waiting.prompt_id = top().intent + "." + param.id.value + "." + std::to_string(wording + 1);
  out_.state.waiting = std::move(waiting);
}

void Dialog::confirm() {
  const auto judged = top().attempts.find("");
  const int attempt = judged == top().attempts.end() ? 1 : judged->second + 1;
  Value::Object params;
  for (const auto& [name, filled] : top().params) params[name] = filled.value;

  note("confirm");
  out_.steps.push_back(Confirm{render(*intent().confirm, known()), std::move(params), attempt});
  Waiting waiting = question(Waiting::Kind::kConfirm);
  waiting.attempt = attempt;
  waiting.prompt_id = top().intent + ".confirm";
  out_.state.waiting = std::move(waiting);
}

void Dialog::call_tool(const config::StepDefinition& step) {
  note("call " + step.tool.value);
  const std::string number = std::to_string(++out_.state.calls);
  ToolCall call{"call-" + number, step.tool.value, {}, out_.state.continuation_id + "/" + number};
  for (const auto& with : step.with) call.args[with.name] = argument(with, known());
  out_.steps.push_back(call);
  Waiting waiting = question(Waiting::Kind::kTool);
  waiting.call = std::move(call);
  out_.state.waiting = std::move(waiting);
}

void Dialog::judge(const config::Param& param, std::string reason) {
  const int judged = ++top().attempts[param.id.value];
  if (judged >= param.max_attempts) return exhaust(param);
  say(std::move(reason));
  ask(param);
}

void Dialog::judge_confirmation(std::string reason) {
  if (++top().attempts[""] >= kMaxConfirmAttempts) return hand_off("exhausted");
  say(std::move(reason));
  confirm();
}

void Dialog::exhaust(const config::Param& param) {
  note("exhausted " + param.id.value);
  out_.state.waiting.reset();
  switch (param.on_exhausted) {
    case config::Exhausted::kHandoff: return hand_off("exhausted");
    case config::Exhausted::kDefault: fill(param, *param.fallback); return advance();
    case config::Exhausted::kSkip: top().skipped.push_back(param.id.value); return advance();
    case config::Exhausted::kCancel: say(bot_.replies.cancelled); return close();
    case config::Exhausted::kIntent: {
      const config::Intent& next = *bot_.find_intent(param.exhausted_intent.value);
      out_.state.frames.pop_back();
      return start(next, {});
    }
  }
}

void Dialog::hand_off(std::string reason) {
  note("handoff: " + reason);
  Handoff handoff{std::move(reason), {}, {}};
  if (!out_.state.frames.empty()) {
    handoff.intent = top().intent;
    for (const auto& [name, filled] : top().params) handoff.params[name] = filled.value;
    out_.intent = handoff.intent;
    out_.params = handoff.params;
  }
  say(bot_.replies.handoff);
  out_.steps.push_back(std::move(handoff));
  clear();
  out_.status = Status::kHandoff;
}

}  // namespace parley::planner
