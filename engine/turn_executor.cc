// Tested by tests/engine/engine_test.cc, threads_test.cc and redelivery_test.cc.
#include "engine/turn_executor.h"

#include <algorithm>
#include <functional>
#include <new>
#include <utility>

#include "engine/caught.h"
#include "engine/interrupted_turn.h"
#include "engine/late_result.h"
#include "engine/session_access.h"
#include "engine/session_loader.h"
#include "engine/session_owner.h"
#include "engine/turn_admission.h"
#include "engine/turn_commit.h"
#include "engine/turn_draft.h"
#include "engine/turn_input.h"
#include "engine/turn_planner.h"
#include "engine/turn_start.h"
#include "engine/turn_write.h"
#include "intents/catalog_access.h"

namespace parley::engine {
namespace {

// Returns the pause before the next attempt, after another process has stored a turn of the session. The pause grows
// with each conflict, and differs between engines. All pauses together last about five seconds.
constexpr int kMaxConflicts = 60;

std::chrono::milliseconds pause_after(int conflicts, const std::string& engine) {
  const std::size_t longest = std::size_t{1} << std::min(conflicts, 7);
  return std::chrono::milliseconds(std::hash<std::string>()(engine + std::to_string(conflicts)) % longest);
}

void add_that_a_tool_has_run(Error& error) {
  try {
    error.message += "; a tool had already run in this turn";
  } catch (const std::bad_alloc&) {
    error.message = "a tool had run";  // short enough to need no memory
  }
}

// Processes a message, an event or a tool result, or applies a SessionWrite. Then commits the turn.
Result<Turn> execute(TurnDraft& draft) {
  draft.telemetry.publish_received(draft.scope, draft.pending);
  if (const auto* write = std::get_if<SessionWrite>(&draft.scope.request.input)) {
    if (auto written = apply_write(draft, *write); !written) return Unexpected(written.error());
  } else {
    report_late_result(draft.scope, draft.gate, draft.pending);
    auto event = read_input(draft);
    if (!event) return Unexpected(event.error());
    if (auto planned = plan_turn(draft, std::move(*event)); !planned) return Unexpected(planned.error());
  }
  if (auto committed = commit_turn(draft, Completeness::kComplete); !committed) return Unexpected(committed.error());
  return std::move(draft.pending.turn);
}

}  // namespace

Result<Turn> TurnExecutor::run(const Request& request) {
  auto admission = admit(request, services_);
  if (!admission) return Unexpected(admission.error());
  const auto lock = locks_.enter(admission->session, services_.limits.max_waiting_turns);
  if (!lock.is_held()) {
    return Unexpected(ErrorCode::kSessionBusy,
                      "too many turns of the session wait for each other; send the request "
                      "again later");
  }
  if (auto checked = use_current_bot(*admission, services_); !checked) return Unexpected(checked.error());
  for (TurnAttempts attempts;; ++attempts.conflicts) {
    Result<Turn> answer = caught(kTurnFailed, [&] { return attempt(*admission, attempts); });
    if (answer) return answer;
    if (attempts.tool_has_run) {
      add_that_a_tool_has_run(answer.error());
      return answer;
    }
    if (answer.error().code != ErrorCode::kStaleVersion || attempts.conflicts == kMaxConflicts) return answer;
    services_.clock->sleep_for(pause_after(attempts.conflicts, services_.lease_owner.name()));
  }
}

Result<Turn> TurnExecutor::attempt(const Admission& admission, TurnAttempts& attempts) {
  const Request& request = admission.request;
  const TimeMs now = request.now ? *request.now : services_.clock->now();
  TurnTelemetry telemetry(services_, admission, attempts);
  PendingCommit pending;
  auto loaded = load_session(admission, services_, now, attempts, pending.state);
  if (!loaded) return Unexpected(loaded.error());
  telemetry.loaded();

  const Catalog& catalog = *loaded->catalog;
  const config::BotDefinition& bot = intents::definition_of(catalog);
  const TurnScope scope{services_,
                        *services_.store,
                        *admission.bot,
                        request,
                        admission.session,
                        now,
                        catalog,
                        bot,
                        hash_of_user(request.user, *admission.bot)};
  StoreGate gate(*admission.bot->redactor);
  gate.learn(loaded->state);

  if (auto owned = check_owner(scope, loaded->state); !owned) return Unexpected(owned.error());
  auto earlier = find_earlier_turns(scope, loaded->state);
  if (!earlier) return Unexpected(earlier.error());
  if (earlier->answer) return std::move(*earlier->answer);
  if (earlier->interrupted) {
    auto finished =
        finish_interrupted(scope, loaded->state, std::move(*earlier->interrupted), gate, telemetry, attempts);
    if (!finished) return Unexpected(finished.error());
    if (finished->turn.id == request.id) return std::move(finished->turn);
    loaded->state = std::move(finished->state);
  }

  if (auto late = record_late_result(scope, *loaded, gate, telemetry); !late) return Unexpected(late.error());
  auto started = start_turn(scope, *loaded, gate, pending);
  if (!started) return Unexpected(started.error());
  if (started->is_refused) return refuse_turn(scope, pending);

  TurnDraft draft{scope, gate, telemetry, attempts, pending};
  draft.explanation.add(started->trace);
  telemetry.migrated(std::move(started->trace));
  return execute(draft);
}

}  // namespace parley::engine
