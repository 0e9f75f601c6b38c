// The tool calls of a turn: each is recorded before it runs, and its outcome is recorded, counted and remembered.
// Tested by tests/engine/crash_test.cc.
#include <algorithm>

#include "context/window/truncate.h"
#include "engine/turn_work.h"
#include "engine/understanding_context.h"
#include "engine/value_limits.h"

namespace parley::engine {

// A timeout is no failure: the call may have been done.
CallRecord::Status status_after(ToolOutcome::Kind kind) {
  switch (kind) {
    case ToolOutcome::Kind::kOk:
    case ToolOutcome::Kind::kRejected: return CallRecord::Status::kDone;
    case ToolOutcome::Kind::kFailed: return CallRecord::Status::kFailed;
    case ToolOutcome::Kind::kTimeout:
    case ToolOutcome::Kind::kUnknown: return CallRecord::Status::kUnknown;
  }
  return CallRecord::Status::kUnknown;
}

Unexpected unknown_call() {
  return Unexpected(ErrorCode::kUnknownCall,
                    "no call with this call_id is waiting for a result in this session; each call takes one result");
}

// What a tool offers is judged like what a user says. With a value that would not be taken from one it is no offer.
void TurnWork::judge_offer(ToolOutcome& outcome) const {
  const config::StepDefinition* step = planner::waiting_step(*bot_, state_);
  if (!outcome.offer() || !step) return;
  const NluContext now = nlu_context();
  Value::Object offer;
  for (const auto& [argument, value] : *outcome.offer()) {
    if (is_too_long(value, place_.limits)) return void(outcome.data = Value());
    const std::string param = planner::param_behind(*step, argument);
    ParamValue judged = catalog_->judge(now.intent, param, value, now);
    if (!judged.valid) return void(outcome.data = Value());
    offer[param] = std::move(judged.value);
  }
  outcome.data = Value(std::move(offer));
}

// Recorded as started before it runs, so that a crash in the middle is known for what it is. A mock has no effect
// in the world and needs no record.
Result<ToolOutcome> TurnWork::run_tool(const config::Tool& tool) {
  const ToolCall call = *state_.waiting->call;
  static const config::StepDefinition kAsUsual;
  const config::StepDefinition* waiting = planner::waiting_step(*bot_, state_);
  const config::StepDefinition& step = waiting ? *waiting : kAsUsual;
  if (place_.tools.who_runs(tool) == ToolRunner::Runs::kFunction) {
    state_.waiting->started = true;
    state_.waiting->runner = place_.runner.name();
    state_.waiting->running_until = place_.clock->now() + ToolRunner::longest(step);
    if (auto committed = commit(/*complete=*/false); !committed) return Unexpected(committed.error());
    has_effects_ = true;
  }
  events_.lap();
  ToolOutcome outcome = place_.tools.run(tool, step, call);
  note_outcome(outcome, events_.lap());
  return outcome;
}

// What becomes of a call, unless it is a mock's.
void TurnWork::record(const ToolCall& call, CallRecord::Status status, TimeMs ended_at) {
  const config::Tool* tool = bot_->find_tool(call.name);
  if (tool && place_.tools.who_runs(*tool) == ToolRunner::Runs::kMock) return;
  const auto same = [&](const CallRecord& record) { return record.call_id == call.call_id; };
  calls_.erase(std::remove_if(calls_.begin(), calls_.end(), same), calls_.end());
  calls_.push_back(
      {call.call_id, call.name, turn_.seq, status, call.idempotency_key, state_.waiting->asked_at, ended_at});
}

// Of the call that was waited for. History keeps that a tool was called and how it went, not what it said (seed F36).
void TurnWork::note_outcome(const ToolOutcome& outcome, std::int64_t took_us) {
  PendingInput& waiting = *state_.waiting;
  waiting.started = false;
  waiting.runner.clear();
  waiting.running_until = 0;
  record(*waiting.call, status_after(outcome.kind), now_);
  add_usage(outcome.usage);
  tell_outcome(waiting, outcome, took_us);
  remember_outcome(waiting.call->name, waiting.call->call_id, outcome);
}

void TurnWork::remember_outcome(const std::string& tool, const std::string& call_id, const ToolOutcome& outcome) {
  MessageDetails details;
  details.tool = tool;
  details.call_id = call_id;
  if (const std::int64_t most = place_.memory.results; most > 0 && !outcome.data.is_null()) {
    const Value shown = place_.redactor.value_for_display(outcome.data, state_);
    const std::string result = gate_.hidden_value(shown).to_json();
    details.metadata[context::kResult] = context::shorten_keeping_json(result, static_cast<std::size_t>(most));
  }
  remember(Role::kTool, tool + ": " + to_string(outcome.kind), std::move(details));
  usage_of_[state_.messages] = outcome.usage;
}

}  // namespace parley::engine
