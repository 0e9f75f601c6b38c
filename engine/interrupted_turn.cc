// Tested by tests/engine/crash_test.cc.
#include "engine/interrupted_turn.h"

#include <utility>

#include "engine/tool_calls.h"
#include "engine/turn_commit.h"
#include "engine/turn_draft.h"
#include "engine/turn_planner.h"

namespace parley::engine {
namespace {

// Repeats the call if the bot still has its tool, the tool is idempotent and this process can run it. Otherwise the
// outcome of the call is unknown.
Result<ToolOutcome> find_outcome(TurnDraft& draft) {
  const config::Tool* tool = draft.scope.bot.find_tool(draft.pending.state.waiting->call()->name);
  const bool is_repeatable = tool && tool->idempotent &&
                             ToolRunner::who_runs(draft.scope.bot_services.tools, *tool) != ToolRunner::Runs::kCaller;
  if (is_repeatable) return run_tool(draft, *tool);
  ToolOutcome unknown{ToolOutcome::Kind::kUnknown, {}, "the process ended while the tool was running", {}};
  add_outcome(draft, unknown, waited_us(draft.scope, draft.pending.state));
  return unknown;
}

}  // namespace

Result<FinishedTurn> finish_interrupted(const TurnScope& scope, const SessionState& state, StoredTurn interrupted,
                                        StoreGate& gate, TurnTelemetry& telemetry, TurnAttempts& attempts) {
  PendingCommit pending;
  TurnDraft draft{scope, gate, telemetry, attempts, pending};
  pending.state = state;
  pending.stored_version = state.version;
  pending.turn = std::move(interrupted.turn);
  pending.input_hash = interrupted.input_hash;

  telemetry.describe(scope, pending);
  // find_outcome() comes before adapt(), because the call gets its outcome even if adapt() drops the intent of the
  // call.
  auto outcome = find_outcome(draft);
  if (!outcome) return Unexpected(outcome.error());
  telemetry.migrated(
      planner::adapt(scope.bot, pending.state, scope.bot_services.catalog->fingerprint(), type_validator(scope)));
  if (pending.state.waiting) {
    if (auto planned = plan_turn(draft, std::move(*outcome)); !planned) return Unexpected(planned.error());
  }
  if (auto committed = commit_turn(draft, Completeness::kComplete); !committed) return Unexpected(committed.error());
  attempts.tool_has_run = false;  // false, because its outcome is stored
  return FinishedTurn{std::move(pending.turn), std::move(pending.state)};
}

}  // namespace parley::engine
