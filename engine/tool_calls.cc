// Tested by tests/engine/engine_test.cc, crash_test.cc, late_result_test.cc and specification_test.cc.
#include "engine/tool_calls.h"

#include <algorithm>
#include <utility>

#include "context/window/truncate.h"
#include "engine/turn_commit.h"
#include "engine/turn_usage.h"
#include "engine/value_limits.h"
#include "planner/placeholders.h"
#include "planner/position.h"

namespace parley::engine {

// Returns the status of a call with this outcome. After a timeout the status is unknown, because the call may have
// succeeded.
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

bool is_awaited(const SessionState& state, const std::string& call_id) {
  const bool has_come = state.handed_off && state.handed_off->outcome;
  const ToolCall* call = state.waiting ? state.waiting->call() : nullptr;
  return !has_come && call && call->call_id == call_id;
}

std::int64_t waited_us(const TurnScope& scope, const SessionState& state) {
  return std::max<std::int64_t>(scope.now - state.waiting->asked_at, 0) * 1000;
}

void validate_offer(const TurnScope& scope, const SessionState& state, ToolOutcome& outcome) {
  const config::ToolStep* step = planner::waiting_step(scope.bot, state);
  if (!outcome.offer() || !step) return;
  const NluContext now = nlu_context(scope, state);
  Value::Object offer;
  for (const auto& [argument, value] : *outcome.offer()) {
    if (is_too_long(value, scope.services.limits)) return void(outcome.data = Value());
    const std::string param = planner::param_behind(*step, argument);
    ParamValue validated = scope.catalog.validate(now.intent, param, value, now);
    if (!validated.valid) return void(outcome.data = Value());
    offer[param] = std::move(validated.value);
  }
  outcome.data = Value(std::move(offer));
}

Result<ToolOutcome> run_tool(TurnDraft& draft, const config::Tool& tool) {
  EngineServices& services = draft.scope.services;
  const ToolFunctions& functions = draft.scope.bot_services.tools;
  ToolWait& wait = *draft.pending.state.waits_for<ToolWait>();
  ToolCall call = *wait.call;
  static const config::ToolStep kDefaults;
  const config::ToolStep* named = planner::waiting_step(draft.scope.bot, draft.pending.state);
  const config::ToolStep& step = named ? *named : kDefaults;
  if (ToolRunner::who_runs(functions, tool) == ToolRunner::Runs::kFunction) {
    wait.running = RunningCall{services.lease_owner.name(), services.clock->now() + ToolRunner::longest(step)};
    if (auto committed = commit_turn(draft, Completeness::kToolRuns); !committed) return Unexpected(committed.error());
    draft.attempts.tool_has_run = true;
  }
  call.session = draft.scope.session;
  call.timeout = std::chrono::milliseconds(step.timeout);
  call.trace_parent = draft.scope.request.trace_parent;
  draft.telemetry.lap();
  ToolOutcome outcome = services.tools.run(functions, tool, step, call);
  add_outcome(draft, outcome, draft.telemetry.lap());
  return outcome;
}

void record_call(PendingCommit& pending, const TurnScope& scope, CallRecord::Status status, TimeMs ended_at) {
  const PendingInput& waiting = *pending.state.waiting;
  const ToolCall& call = *waiting.call();
  const config::Tool* tool = scope.bot.find_tool(call.name);
  if (tool && ToolRunner::who_runs(scope.bot_services.tools, *tool) == ToolRunner::Runs::kMock) return;
  std::erase_if(pending.calls, [&](const CallRecord& record) { return record.call_id == call.call_id; });
  pending.calls.push_back(
      {call.call_id, call.name, pending.turn.seq, status, call.idempotency_key, waiting.asked_at, ended_at});
}

void add_outcome(TurnDraft& draft, const ToolOutcome& outcome, std::int64_t took_us) {
  PendingCommit& pending = draft.pending;
  ToolWait& wait = *pending.state.waits_for<ToolWait>();
  wait.running.reset();
  record_call(pending, draft.scope, status_after(outcome.kind), draft.scope.now);
  add_usage(pending.state, outcome.usage);
  draft.telemetry.publish_outcome(wait.call->name, outcome, took_us);
  add_tool_message(pending, draft.scope, draft.gate, wait.call->name, wait.call->call_id, outcome);
}

void add_tool_message(PendingCommit& pending, const TurnScope& scope, StoreGate& gate, const std::string& tool,
                      const std::string& call_id, const ToolOutcome& outcome) {
  MessageDetails details;
  details.tool = tool;
  details.call_id = call_id;
  const BotServices& bot = scope.bot_services;
  if (const std::int64_t most = bot.memory.results; most > 0 && !outcome.data.is_null()) {
    const Value shown = bot.redactor->value_for_display(outcome.data, pending.state);
    const std::string result = gate.hidden_value(shown).to_json();
    details.metadata[context::kResult] = context::shorten_keeping_json(result, static_cast<std::size_t>(most));
  }
  add_message(pending, scope, Role::kTool, tool + ": " + to_string(outcome.kind), std::move(details));
  pending.tool_usage[pending.state.messages] = outcome.usage;
}

}  // namespace parley::engine
