// The way of an intent: its params, its confirmation, its steps, its end.
// Tested by tests/planner/steps_test.cc.
#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "planner/dialog.h"

namespace parley::planner {

using config::StepDefinition;

// ---- beginning ----------------------------------------------------------------------------------------------

void Dialog::start(const config::Intent& intent, const std::vector<ParamValue>& values) {
  push(intent);
  take(values, Take::kAny);
  advance();
}

std::vector<Frame>::iterator Dialog::find_resumable(std::string_view intent) {
  auto& frames = out_.state.frames;
  const auto open =
      std::find_if(frames.begin(), frames.end(), [&](const Frame& frame) { return frame.intent == intent; });
  if (open == frames.end() || open->called) return frames.end();
  const bool has_called = open + 1 != frames.end() && (open + 1)->called;
  return has_called ? frames.end() : open;
}

// An intent is open once: asked for again while others interrupt it, it comes back on top, as it was. One that called
// another, or was called, stays where it is, and begins a second time.
void Dialog::push(const config::Intent& intent, Rule beginning) {
  auto& frames = out_.state.frames;
  out_.state.waiting.reset();
  if (const auto open = find_resumable(intent.id.value); open != frames.end()) {
    std::rotate(open, open + 1, frames.end());
    note(Rule::kIntentReturned);
    return take_queued();
  }
  if (frames.size() >= kMaxDigressions) {
    const auto next = std::find_if(frames.begin() + 1, frames.end(), [](const Frame& frame) { return !frame.called; });
    for (auto forgotten = frames.begin(); forgotten != next; ++forgotten) {
      note_of(Rule::kIntentForgotten, forgotten->intent);
    }
    frames.erase(frames.begin(), next);
  }
  Frame& frame = frames.emplace_back();
  frame.intent = intent.id.value;
  frame.plan = ++out_.state.plans;
  note(beginning);
  take_queued();
}

// ---- going --------------------------------------------------------------------------------------------------

void Dialog::advance() {
  out_.state.waiting.reset();
  while (!is_idle() || start_queued()) {
    if (collect()) return;
    if (intent().confirm && !top().confirmed) return confirm();
    if (perform()) return;
    if (out_.status == TurnStatus::kHandoff) return;
  }
}

bool Dialog::collect() {
  settle_params();
  follow_facts();
  if (run_checks(Checks::kReady)) return true;
  if (!top().unclear.empty()) return choose(), true;
  const config::Param* changing = intent().find_param(top().changing);
  if (changing && !changing->ask.empty()) return ask(*changing), true;
  top().changing.clear();
  for (const config::Param& param : intent().params) {
    if (param.required && is_open(param) && applies(param)) return ask(param), true;
  }
  fill_defaults();
  return run_checks(Checks::kAll);
}

// True when something is being waited for or a person takes over; false when the intent has come to its end.
bool Dialog::perform() {
  Position at(top().step);
  while (true) {
    const StepDefinition* step = at.in(intent());
    if (!step && at.leave()) continue;
    if (!step) break;
    top().step = at.text();
    if (++out_.state.steps > kMaxSteps) {
      note(Rule::kTooManySteps);
      say(bot_.replies.tool_failed);
      return hand_off("too_many_steps"), true;
    }
    const std::int64_t plan = top().plan;
    if (perform(*step, at)) return true;
    if (top().plan != plan) return false;  // another intent is on top now
  }
  close(End::kDone);
  return false;
}

// True when it waits or the conversation is handed over; otherwise `at` is where to go on.
bool Dialog::perform(const StepDefinition& step, Position& at) {
  const std::string here = at.text();
  switch (step.kind) {
    case StepDefinition::Kind::kBranch: {
      const bool yes = holds(step.condition);
      note(yes ? Rule::kThen : Rule::kElse, here);
      at.enter(yes ? Position::List::kThen : Position::List::kElse);
      return false;
    }
    case StepDefinition::Kind::kSay: {
      const std::string text = words(step.say);
      at.next();
      if (!begin(here, "say", text)) return false;
      say(text);
      mark(here, StepRun::Status::kDone);
      return false;
    }
    case StepDefinition::Kind::kAsk: {
      const config::Param& param = *intent().find_param(step.param.value);
      if (is_open(param) && applies(param)) return ask(param), true;
      at.next();
      return false;
    }
    case StepDefinition::Kind::kTool:
      if (call_tool(step, here, {})) return true;
      if (out_.status == TurnStatus::kHandoff) return true;
      at = Position(top().step);
      return false;
    case StepDefinition::Kind::kCall:
      if (begin(here, step.intent.value, what_is_called(step))) {
        call_intent(step);
      } else {
        at.next();
      }
      return false;
    case StepDefinition::Kind::kStart: start_instead(step); return false;
    case StepDefinition::Kind::kHandoff: return hand_off(step.reason), true;
  }
  return false;
}

// ---- steps --------------------------------------------------------------------------------------------------

// False when it has been done with the same before: a correction goes through the steps again and repeats only what it
// changes.
bool Dialog::begin(const std::string& at, std::string_view what, std::string_view with) {
  const std::string digest = base::fingerprint(with);
  auto& runs = top().runs;
  const auto run = std::find_if(runs.begin(), runs.end(), [&](const StepRun& one) {
    return (one.step == at || one.step.empty()) && one.what == what;
  });
  if (run != runs.end() && run->status == StepRun::Status::kDone && run->digest == digest) {
    run->step = at;
    note(Rule::kStepKept, at);
    return false;
  }
  if (run != runs.end()) runs.erase(run);
  runs.push_back({at, std::string(what), digest, StepRun::Status::kStarted});
  return true;
}

void Dialog::mark(const std::string& at, StepRun::Status status) {
  for (StepRun& run : top().runs) {
    if (run.step == at) run.status = status;
  }
}

Value::Object Dialog::arguments(const StepDefinition& step, const Variables& known) {
  Value::Object arguments;
  for (const auto& with : step.with) arguments[with.name] = evaluate(with.origin, known);
  return arguments;
}

// What a step that calls would be done with now: by another text it is done again. A fact of the request is no part of
// it, for what was done was decided with the facts of then. An intent has the session's params besides what it is
// given.
std::string Dialog::what_is_called(const StepDefinition& step) const {
  static const Value kNoFacts;
  Value::Object with = arguments(step, Variables(out_.state, kNoFacts));
  if (step.kind != StepDefinition::Kind::kCall) return step.tool.value + Value(std::move(with)).to_json();
  for (const config::Param& param : bot_.find_intent(step.intent.value)->params) {
    const auto kept = param.session_scope ? out_.state.params.find(param.id.value) : out_.state.params.end();
    if (kept != out_.state.params.end()) with["session." + param.id.value] = kept->second.value;
  }
  return step.intent.value + Value(std::move(with)).to_json();
}

// The calls that are done with what they would be done with now.
std::vector<StepRun*> Dialog::current_runs() {
  std::vector<StepRun*> current;
  for (StepRun& run : top().runs) {
    if (run.status != StepRun::Status::kDone || run.step.empty()) continue;
    const StepDefinition* step = Position(run.step).in(intent());
    const bool is_tool = step && step->kind == StepDefinition::Kind::kTool && step->tool.value == run.what;
    const bool is_intent = step && step->kind == StepDefinition::Kind::kCall && step->intent.value == run.what;
    const bool is_call = is_tool || is_intent;
    if (is_call && run.digest == base::fingerprint(what_is_called(*step))) current.push_back(&run);
  }
  return current;
}

// True when it is being waited for; false when it was done before, or was not tried and has failed.
bool Dialog::call_tool(const StepDefinition& step, const std::string& at, std::string_view checked) {
  ToolCall call;
  call.name = step.tool.value;
  call.args = arguments(step, known());
  const std::string with = call.name + Value(call.args).to_json();
  if (!at.empty() && !begin(at, call.name, what_is_called(step))) {
    Position next(at);
    next.next();
    top().step = next.text();
    return false;
  }
  auto& failed = out_.state.failed_calls;
  if (std::find(failed.begin(), failed.end(), base::fingerprint(with)) != failed.end()) {
    note(Rule::kToolFailedBefore, call.name);
    if (!at.empty()) recover(step, Position(at), false);
    return false;
  }
  const std::string number = std::to_string(++out_.state.calls);
  call.call_id = "call-" + number;
  call.idempotency_key = out_.state.continuation_id + "/" + number;
  note(Rule::kToolCalled, call.name);
  note_missing_facts(step);
  if (step.progress) say(*step.progress);
  out_.steps.push_back(call);
  if (!at.empty()) mark(at, StepRun::Status::kWaiting);
  PendingInput waiting = question(PendingInput::Kind::kTool);
  waiting.step = at;
  waiting.param = checked;
  if (const config::Param* param = intent().find_param(checked)) {
    waiting.facts = facts_for(*param);
    waiting.attempt = fact_rounds_;
  }
  waiting.call = std::move(call);
  out_.state.waiting = std::move(waiting);
  return true;
}

std::vector<ParamValue> Dialog::passed(const StepDefinition& step) const {
  std::vector<ParamValue> values;
  for (const auto& with : step.with) {
    ParamValue value;
    value.param = with.name;
    value.value = evaluate(with.origin, known());
    if (!value.value.is_null()) values.push_back(std::move(value));
  }
  return values;
}

void Dialog::call_intent(const StepDefinition& step) {
  const std::vector<ParamValue> values = passed(step);
  Frame& frame = out_.state.frames.emplace_back();
  frame.intent = step.intent.value;
  frame.plan = ++out_.state.plans;
  frame.called = true;
  note(Rule::kIntentCalled);
  take(values, Take::kAny);
}

void Dialog::start_instead(const StepDefinition& step) {
  const std::vector<ParamValue> values = passed(step);
  const bool called = top().called;
  pop(Rule::kIntentDone);
  push(*bot_.find_intent(step.intent.value), called ? Rule::kIntentCalled : Rule::kIntentStarted);
  top().called = called;
  take(values, Take::kAny);
}

// ---- ending -------------------------------------------------------------------------------------------------

void Dialog::close(End end) {
  note(end == End::kDone ? Rule::kIntentDone : Rule::kIntentCancelled);
  Frame closed = std::move(top());
  out_.state.frames.pop_back();
  out_.state.waiting.reset();
  out_.intent = closed.intent;
  out_.params.clear();
  for (const auto& [name, filled] : closed.params) out_.params[name] = filled.value;
  if (is_idle()) return;
  if (!closed.called) {
    note(Rule::kIntentResumed);
    say(bot_.replies.resume);
    return take_queued();  // it was asked for meanwhile and could not interrupt
  }
  if (end == End::kCancelled) return close(end);

  Position at(top().step);
  const StepDefinition* step = at.in(intent());
  if (!step || step->kind != StepDefinition::Kind::kCall) return;  // the bot has changed
  Value::Object result = std::move(closed.saved);
  for (auto& [name, filled] : closed.params) result[name] = std::move(filled.value);
  const std::string here = at.text();
  at.next();
  top().step = at.text();
  follow_session(/*decides_again=*/false);
  keep_results(*step, Value(std::move(result)));
  for (StepRun& run : top().runs) {
    if (run.step != here) continue;
    run.status = StepRun::Status::kDone;
    run.digest = base::fingerprint(what_is_called(*step));
  }
}

void Dialog::hand_off(std::string reason) {
  note(Rule::kHandoff, {}, reason);
  Handoff handoff;
  handoff.reason = std::move(reason);
  if (!is_idle()) {
    handoff.intent = top().intent;
    for (const auto& [name, filled] : top().params) handoff.params[name] = filled.value;
    for (const auto& [name, attempts] : top().attempts) {
      const std::string about = name == kConfirmation ? "confirmation" : name == kChoice ? "choice" : name;
      handoff.attempts[about] = Value::Object{{"not_understood", attempts.not_understood},
                                              {"invalid", attempts.invalid},
                                              {"silent", attempts.silent},
                                              {"rejected", attempts.rejected}};
    }
    out_.intent = handoff.intent;
    out_.params = handoff.params;
  }
  // The person who takes over reads what was promised besides.
  for (std::size_t below = out_.state.frames.size(); below-- > 1;) {
    handoff.recap.push_back("interrupted: " + out_.state.frames[below - 1].intent);
  }
  for (const QueuedIntent& queued : out_.state.queue) handoff.recap.push_back("queued: " + queued.intent);
  say(bot_.replies.handoff);
  out_.steps.push_back(std::move(handoff));
  clear(Rule::kIntentHandedOff);
  out_.status = TurnStatus::kHandoff;
}

void Dialog::pop(Rule end) {
  note(end, end == Rule::kIntentAbandoned ? open_question() : "");
  out_.state.frames.pop_back();
}

std::string Dialog::open_question() const {
  const auto& waiting = out_.state.waiting;
  if (!waiting || waiting->plan != top().plan) return {};
  switch (waiting->kind) {
    case PendingInput::Kind::kParam: return waiting->param;
    case PendingInput::Kind::kConfirm: return "confirm";
    case PendingInput::Kind::kChoice: return "choice";
    case PendingInput::Kind::kChange:
    case PendingInput::Kind::kTool: break;
  }
  return {};
}

void Dialog::clear(Rule end) {
  while (!is_idle()) pop(end);
  out_.state.queue.clear();
  out_.state.waiting.reset();
  out_.state.exhausted = 0;
}

}  // namespace parley::planner
