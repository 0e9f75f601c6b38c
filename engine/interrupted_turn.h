// Finishes a turn that a crash interrupted while its tool call was running.
#pragma once

#include "engine/store_gate.h"
#include "engine/turn_scope.h"
#include "engine/turn_telemetry.h"
#include "parley/result.h"
#include "parley/session.h"
#include "parley/turn.h"
#include "parley/turn_store.h"

namespace parley::engine {

struct FinishedTurn {
  Turn turn;
  SessionState state;  // the state that is stored now
};

// Repeats the call with the same idempotency key if the tool is idempotent and this process can run it. Otherwise
// records the outcome of the call as unknown. `state` is the stored state, and `interrupted` is its last turn.
Result<FinishedTurn> finish_interrupted(const TurnScope& scope, const SessionState& state, StoredTurn interrupted,
                                        StoreGate& gate, TurnTelemetry& telemetry, TurnAttempts& attempts);

}  // namespace parley::engine
