// Erases sessions from the store and from the telemetry of an engine, whose events may still be in its queues.
//
// In addition to the rules of parley/sessions.h, before anything of a session is erased:
//   1. A tombstone stops further events of the session (engine/telemetry_tombstones.h), from turns and all else that is
//      under way.
//   2. The queues of telemetry tables are flushed, so that their events are there to be erased. If a table does not
//      accept them, the sessions stay, so that a receipt never claims too much.
// The erasure does not wait for a turn that is under way, because a tool of that turn may have asked for it. The store
// rejects the turn's commit.
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
