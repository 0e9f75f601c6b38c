// Handles a tool result that arrives after its conversation is over. The engine stores the result with its call, but
// the conversation does not continue. If the bot has a text for late results, the reply to the user's next message
// reports the result.
#pragma once

#include "engine/pending_commit.h"
#include "engine/session_loader.h"
#include "engine/store_gate.h"
#include "engine/turn_scope.h"
#include "engine/turn_telemetry.h"
#include "parley/result.h"

namespace parley::engine {

// Does nothing if the request is not a tool result, or if the session waits for the call. Otherwise stores the result
// and returns kLateResult, or returns kUnknownCall if the session has no started call with this id.
Result<void> record_late_result(const TurnScope& scope, const LoadedSession& loaded, StoreGate& gate,
                                TurnTelemetry& telemetry);

// Adds the reply that reports a late result, before the other replies to a message of the user. Events of the channel
// get no such reply, because the user may not be there to read it.
void report_late_result(const TurnScope& scope, StoreGate& gate, PendingCommit& pending);

}  // namespace parley::engine
