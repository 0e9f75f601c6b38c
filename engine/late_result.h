// A tool result that arrives after its conversation is over. It is recorded with its call and changes nothing else: the
// conversation does not continue. The user learns of it with the next message, if the bot has words for it.
#pragma once

#include "engine/pending_commit.h"
#include "engine/session_loader.h"
#include "engine/store_gate.h"
#include "engine/turn_scope.h"
#include "engine/turn_telemetry.h"
#include "parley/result.h"

namespace parley::engine {

// Succeeds if the request is no tool result, or the session waits for the call. Otherwise kLateResult, after the result
// has been stored, or kUnknownCall.
Result<void> record_late_result(const TurnScope& scope, const LoadedSession& loaded, StoreGate& gate,
                                TurnTelemetry& telemetry);

// Says that a late result has arrived, before the answer to a message of the user. An event of the channel gets no such
// reply, because a silence may reach no user.
void report_late_result(const TurnScope& scope, StoreGate& gate, PendingCommit& pending);

}  // namespace parley::engine
