// What is not a message: the outcome of a tool, silence, the end, a reset.
// Tested by tests/planner/planner_test.cc.
#include <algorithm>

#include "base/hash.h"
#include "planner/dialog.h"

namespace parley::planner {

using config::StepDefinition;

namespace {

Rule rule_of(ToolOutcome::Kind kind) {
  switch (kind) {
    case ToolOutcome::Kind::kOk: return Rule::kToolOk;
    case ToolOutcome::Kind::kFailed: return Rule::kToolFailed;
    case ToolOutcome::Kind::kTimeout: return Rule::kToolTimeout;
    case ToolOutcome::Kind::kRejected: return Rule::kToolRejected;
    case ToolOutcome::Kind::kUnknown: break;
  }
  return Rule::kToolUnknown;
}

}  // namespace

// ---- tools --------------------------------------------------------------------------------------------------

void Dialog::take_outcome(const ToolOutcome& outcome) {
  const PendingInput waiting = *out_.state.waiting;
  const ToolCall& call = *waiting.call;
  note(rule_of(outcome.kind), call.name);
  out_.state.waiting.reset();
  fact_rounds_ = waiting.attempt;

  Position at(waiting.step);
  const config::Param* checked = intent().find_param(waiting.param);
  const StepDefinition* step = checked && !checked->checks.empty() ? &checked->checks.front() : at.in(intent());
  if (!step || step->tool.value != call.name) {  // the bot changed while the tool ran
    const auto moved = Position::of_tool(intent(), call.name);
    note(moved ? Rule::kStepMoved : Rule::kStepGone, call.name);
    if (!moved) {
      top().step.clear();
      return advance();
    }
    at = *moved;
    step = at.in(intent());
    checked = nullptr;
  }
  if (reject(*step, outcome, waiting.param)) return;

  if (outcome.kind == ToolOutcome::Kind::kOk) {
    if (checked) {
      accept_check(*checked, waiting.facts);
    } else {
      mark(waiting.step, StepRun::Status::kDone);
      Position next = at;
      next.next();
      top().step = next.text();
    }
    keep_results(*step, outcome.data);
    return advance();
  }

  out_.state.failed_calls.push_back(base::fingerprint(call.name + Value(call.args).to_json()));
  if (checked) {
    say(bot_.replies.tool_failed);
    return hand_off("tool_failed");
  }
  mark(waiting.step, StepRun::Status::kFailed);
  if (take_offer(*step, outcome)) return advance();
  recover(*step, at, outcome.kind == ToolOutcome::Kind::kTimeout);
  if (!is_idle()) advance();
}

// A result that `save` keeps under the param's name (docs/dialog.md, rule 8.6). The system gave it: once the steps are
// under way, it is neither confirmed nor checked, and the steps go on from where they are.
bool Dialog::take_result(const config::Param& param, const Value& value) {
  const std::string& name = param.id.value;
  Value::Array items;
  const Value::Array* several = param.list ? value.if_array() : nullptr;
  bool valid = !value.is_null() && applies(param);
  for (const Value& item : several ? *several : Value::Array{value}) {
    ParamValue judged = judged_by_rules(param, item);
    if (moment_.judge) judged = moment_.judge(intent().id.value, name, item);
    valid = valid && judged.valid && is_valid(param, judged.value);
    items.push_back(std::move(judged.value));
  }
  if (!valid || items.empty()) {
    note(Rule::kResultRefused, name);
    return false;
  }
  FilledParam now{param.list ? Value(std::move(items)) : std::move(items.front()), moment_.turn};
  Frame& frame = top();
  forgive(name);
  if (frame.changing == name) frame.changing.clear();
  std::erase(frame.skipped, name);
  const auto filled = frame.params.find(name);
  if (filled != frame.params.end() && filled->second.value == now.value) return true;
  note(Rule::kResultTaken, name);
  if (param.session_scope) out_.state.params.insert_or_assign(name, now);
  frame.params.insert_or_assign(name, std::move(now));
  if (!is_under_way()) {
    void_confirmation(name);
    drop_checks(name);
  } else if (!param.checks.empty()) {
    std::erase(frame.checked, name);
    accept_check(param, facts_for(param));
  }
  return true;
}

// What `save` names: params, or values of the intent's own. A result may change the arguments of calls that are done,
// of its own call too. That is no reason to make them again: they count as done with the new arguments.
void Dialog::keep_results(const StepDefinition& step, const Value& result) {
  const Value scope(Value::Object{{"result", result}});
  const bool is_tools = step.kind == StepDefinition::Kind::kTool;
  const std::vector<StepRun*> current = current_runs();
  if (is_tools) out_.state.last_result = Value();
  Value::Object kept;
  for (const auto& save : step.save) {
    const Value* value = scope.at_path(save.path);
    if (!value) continue;
    const config::Param* param = intent().find_param(save.name);
    if (param && !take_result(*param, *value)) continue;
    if (!param) {
      Value& saved = top().saved[save.name];
      if (saved != *value) void_confirmation(save.name);
      saved = *value;
    }
    if (!param || !param->sensitive) kept[save.name] = param ? top().params.at(save.name).value : *value;
  }
  if (is_tools) out_.state.last_result = Value(std::move(kept));
  for (StepRun* run : current) run->digest = base::fingerprint(what_is_called(*Position(run->step).in(intent())));
}

// A check ran again after the yes and saved something else than what was shown. It counts as an attempt, so that a
// check with another result each time does not ask for ever.
void Dialog::void_confirmation(std::string_view because) {
  if (is_under_way() || !top().confirmed) return;
  note(Rule::kConfirmationVoided, because);
  top().confirmed = false;
  ++top().attempts[kConfirmation].rejected;
}

// On to what is done when the tool at `at` has failed.
void Dialog::recover(const StepDefinition& step, Position at, bool timed_out) {
  const bool has_own = timed_out && !step.on_timeout.empty();
  if (!has_own && step.on_failure.empty()) {
    say(bot_.replies.tool_failed);
    return hand_off("tool_failed");
  }
  at.enter(has_own ? Position::List::kTimeout : Position::List::kFailure);
  top().step = at.text();
}

// A tool that failed may offer other values: they are shown to be confirmed, and a yes calls it again with them. The
// user has not said them: they are the intent's, and the session's only with that yes.
bool Dialog::take_offer(const StepDefinition& step, const ToolOutcome& outcome) {
  if (!outcome.offer() || !intent().confirm) return false;
  std::vector<ParamValue> offered;
  for (const auto& [argument, value] : *outcome.offer()) {
    const config::Param* param = intent().find_param(param_behind(step, argument));
    if (!param || param->list || !is_valid(*param, value)) return false;
    ParamValue& one = offered.emplace_back();
    one.param = param->id.value;
    one.value = value;
  }
  FilledParams session = out_.state.params;
  const bool is_new = take(offered, Take::kAny);
  out_.state.params = std::move(session);
  if (!is_new) return false;
  note(Rule::kOffered);
  top().confirmed = false;
  top().step.clear();
  const bool has_words = !step.on_failure.empty() && step.on_failure.front().kind == StepDefinition::Kind::kSay;
  say(has_words ? step.on_failure.front().say : bot_.replies.tool_failed);
  return true;
}

// A value that a tool will not take is asked for again. One that replaced another gives way to it meanwhile.
bool Dialog::reject(const StepDefinition& step, const ToolOutcome& outcome, std::string_view checked) {
  std::string name(checked), reason;
  bool rejected = false;
  if (outcome.kind == ToolOutcome::Kind::kRejected) {
    const Value::Object* why = outcome.data.if_object();
    if (why && !why->empty()) {
      // A check may refuse another argument than the value that it is for.
      const std::string behind = param_behind(step, why->begin()->first);
      const config::Param* of_check = intent().find_param(checked);
      if (!of_check || (intent().find_param(behind) && checks_with(*of_check, behind))) name = behind;
      reason = why->begin()->second.to_text();
    }
    rejected = true;
  } else if (outcome.kind == ToolOutcome::Kind::kOk) {
    const Value scope(Value::Object{{"result", outcome.data}});
    for (const auto& rejection : step.reject) {
      if (!holds(rejection.when, scope)) continue;
      if (name.empty()) name = rejection.param.value;
      reason = words(rejection.say, "result", outcome.data);
      rejected = true;
      break;
    }
  }
  const config::Param* param = rejected ? intent().find_param(name) : nullptr;
  if (!param) return false;

  empty(*param);
  top().step.clear();
  if (put_back(*param) && !param->ask.empty()) top().changing = name;
  if (param->ask.empty()) {
    note(Rule::kRejected, name);
    say(reason);
    if (top().params.count(name) == 0) top().skipped.push_back(name);
    advance();
    return true;
  }
  PendingInput waiting = question(PendingInput::Kind::kParam);
  waiting.param = name;
  out_.state.waiting = std::move(waiting);
  judge(AnswerFailure::kRejected, std::move(reason));
  return true;
}

// ---- the session --------------------------------------------------------------------------------------------

void Dialog::take_event(SessionEvent event) {
  note(Rule::kSessionEvent, {}, to_string(event));
  out_.state.steps = 0;
  out_.state.failed_calls.clear();
  switch (event) {
    case SessionEvent::kReset:
      clear(Rule::kIntentCancelled);
      out_.state.params.clear();
      out_.state.last_result = Value();
      out_.state.unmatched = 0;
      out_.state.exhausted = 0;
      out_.state.last_intent.reset();
      out_.state.began_turn = moment_.turn;  // another conversation, which the engine gives an id
      out_.state.began_at = moment_.now;
      return say(bot_.replies.reset);
    case SessionEvent::kEnd:
      clear(Rule::kIntentAbandoned);
      out_.state.params.clear();
      out_.state.ended = true;
      return say(bot_.replies.goodbye);
    case SessionEvent::kSilence: break;
  }
  lapse_question();
  const auto& waiting = out_.state.waiting;
  if (!waiting && is_idle()) return say(bot_.replies.silence);
  if (!waiting) return advance();
  if (waiting->kind == PendingInput::Kind::kTool) return hear_while_tool_runs();
  // Silence is judged like an answer, so that a question to nobody ends too.
  judge(AnswerFailure::kSilent, {});
}

}  // namespace parley::planner
