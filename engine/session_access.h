// Checks whether a request may have a turn in its session.
#pragma once

#include <string>

#include "engine/session_loader.h"
#include "engine/turn_scope.h"
#include "parley/result.h"

namespace parley::engine {

// kSessionExpired: the conversation that the request names does not continue with this turn.
Result<void> check_continuation(const TurnScope& scope, const LoadedSession& loaded);

// kUnknownSession and kSessionExpired: `must_exist` is set, and the session does not exist or has expired.
// kLimitExceeded: a limit of the session or of the store is reached.
Result<void> check_session_limits(const TurnScope& scope, const LoadedSession& loaded);

// Sets the parent of a new session, and the place in the parent's history where the new session begins. Returns
// kInvalidRequest, kUnknownSession or kSessionExpired if the request may not use the parent that it names.
Result<void> set_parent(const TurnScope& scope, bool is_new_session, SessionState& state);

// Returns whether the request makes room in its session: a reset, the end, or a write that only prunes. No limit
// applies to such a request.
bool makes_room(const Request& request);

// Returns the names of the fields that a write adds to a session, such as "messages, params".
std::string additions_of(const SessionWrite& write);

}  // namespace parley::engine
