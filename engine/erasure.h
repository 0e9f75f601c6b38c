// Erases sessions from the store of an engine and from its telemetry, including events that are still queued.
//
// parley/sessions.h has the rules of erasure. In addition, the engine does this before it erases a session:
//   1. It sets a tombstone (engine/telemetry_tombstones.h). From then on, operations that are still running cannot
//      publish events of the session.
//   2. It flushes the queues of the telemetry tables, so that queued events are erased as well. If a table does not
//      accept its queued events, no session is erased. A receipt therefore never counts queued events as erased.
// The erasure does not wait for a running turn of the session, because a tool of that turn may have requested the
// erasure. The store rejects the commit of the turn.
#pragma once

#include <string_view>

#include "engine/engine_services.h"
#include "parley/sessions.h"

namespace parley::engine {

// `timeout`: how long a table may take to write the events in its queue.
Result<ForgetReceipt> forget_session(EngineServices& services, std::string_view session,
                                     std::chrono::milliseconds timeout);
Result<ForgetReceipt> forget_user(EngineServices& services, std::string_view user, std::chrono::milliseconds timeout);

}  // namespace parley::engine
