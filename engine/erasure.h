// Forgets sessions in the store and in the telemetry of an engine, whose events may be anywhere on their way.
//
// What parley/sessions.h says of forgetting, and before anything of a session is erased
//   1. nothing more is told of it (engine/telemetry_tombstones.h): neither a turn nor anything else that is under way;
//   2. what waits in the queues of tables is written, so that it is there to be erased. A table that does not take it
//      keeps its sessions: nothing is claimed that was not done.
// A turn that is under way is not waited for, since it may be what a tool of it asks for; the store refuses its commit.
#pragma once

#include <string_view>

#include "engine/turn_work.h"
#include "parley/sessions.h"

namespace parley::engine {

// `timeout`: how long a table may take to write what waits for it.
Result<ForgetReceipt> forget_session(EngineServices& place, std::string_view session, TimeMs timeout);
Result<ForgetReceipt> forget_user(EngineServices& place, std::string_view user, TimeMs timeout);

}  // namespace parley::engine
