// Handles a tool result that arrives after its conversation is over. The engine stores the result with its call; the
// conversation does not continue. The reply to the user's next message reports the result if the bot has a text for it.
#pragma once

#include "engine/pending_commit.h"
#include "engine/session_loader.h"
#include "engine/store_gate.h"
#include "engine/turn_scope.h"
#include "engine/turn_telemetry.h"
#include "parley/result.h"

namespace parley::engine {

// Does nothing if the request is not a tool result, or if the session waits for the call. Otherwise returns kLateResult
// after it has stored the result, or kUnknownCall.
Result<void> record_late_result(const TurnScope& scope, const LoadedSession& loaded, StoreGate& gate,
                                TurnTelemetry& telemetry);

// Adds a reply that a late result has arrived, before the answer to a message of the user. Events of the channel get no
// such reply, because no user may be there to read it.
void report_late_result(const TurnScope& scope, StoreGate& gate, PendingCommit& pending);

}  // namespace parley::engine
