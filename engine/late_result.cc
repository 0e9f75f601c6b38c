// Tested by tests/engine/late_result_test.cc.
#include "engine/late_result.h"

#include <utility>

#include "engine/session_limits.h"
#include "engine/tool_calls.h"
#include "engine/turn_planner.h"
#include "engine/turn_start.h"
#include "engine/turn_usage.h"
#include "planner/planner.h"

namespace parley::engine {
namespace {

// Stores a turn that only records the result and has no reply. It does not change the times of the state, so that an
// expired session stays expired.
Result<void> store_late_result(const TurnScope& scope, const SessionState& state, const CallRecord& call,
                               const ToolOutcome& outcome, StoreGate& gate, TurnTelemetry& telemetry) {
  PendingCommit pending;
  pending.state = state;
  pending.stored_version = state.version;
  Turn& turn = pending.turn;
  turn.session = scope.session;
  turn.id = scope.services.ids->next();
  turn.seq = state.turns + 1;
  turn.continuation_id = state.continuation_id;
  turn.continued = true;
  turn.reason = "late_result";
  CallRecord& settled = pending.calls.emplace_back(call);
  settled.status = status_after(outcome.kind);
  settled.ended_at = scope.now;
  add_request_usage(pending, scope.request.usage);
  add_usage(pending.state, outcome.usage);
  // The history of the next conversation must not begin with the result of an earlier call.
  if (call.turn >= state.began_turn) add_tool_message(pending, scope, gate, call.tool, call.call_id, outcome);
  pending.state.late_result = outcome.kind == ToolOutcome::Kind::kOk ? "done" : "failed";
  pending.state.turns = turn.seq;
  pending.state.last_message_id = turn.id;
  pending.state.version = state.version + 1;
  gate.redact(pending.messages, pending.state);
  settle_usage(pending);
  const StoredTurn stored{turn, true};
  telemetry.publish_late_result(scope, pending, call, outcome);
  auto committed = scope.store.commit({pending.state, pending.stored_version, stored, pending.messages, pending.calls});
  if (committed) telemetry.send();
  return committed;
}

// Returns whether the session still waits for the call. A changed bot may have dropped the intent that made the call.
bool is_still_awaited(const TurnScope& scope, const SessionState& state, const std::string& call_id) {
  if (!is_awaited(state, call_id)) return false;
  if (end_reason(state, scope.bot.session, scope.now, state.turns + 1) != EndReason::kNone) return false;
  const std::string& fingerprint = scope.bot_services.catalog->fingerprint();
  if (state.config_hash == fingerprint) return true;
  SessionState adapted = state;
  planner::adapt(scope.bot, adapted, fingerprint, type_validator(scope));
  return is_awaited(adapted, call_id);
}

}  // namespace

Result<void> record_late_result(const TurnScope& scope, const LoadedSession& loaded, StoreGate& gate,
                                TurnTelemetry& telemetry) {
  const auto* result = std::get_if<ToolResult>(&scope.request.input);
  if (!result || loaded.is_new()) return {};
  const SessionState& state = loaded.state;
  if (is_still_awaited(scope, state, result->call_id)) return {};
  const auto call = scope.store.find_call(scope.session, result->call_id);
  if (!call) return Unexpected(call.error());
  if (!*call || (*call)->status != CallRecord::Status::kStarted) return unknown_call();
  if (auto stored = store_late_result(scope, state, **call, result->outcome, gate, telemetry); !stored) return stored;
  return Unexpected(ErrorCode::kLateResult,
                    "the session no longer waits for this call; the result is stored with the call and has no other "
                    "effect");
}

void report_late_result(const TurnScope& scope, StoreGate& gate, PendingCommit& pending) {
  const auto& input = scope.request.input;
  const bool is_from_user = std::holds_alternative<std::string>(input) || std::holds_alternative<NluResult>(input);
  if (pending.state.late_result.empty() || !is_from_user) return;
  const bool done = std::exchange(pending.state.late_result, {}) == "done";
  say_reply(scope, done ? scope.bot.replies.late_done : scope.bot.replies.late_failed, gate, pending);
}

}  // namespace parley::engine
