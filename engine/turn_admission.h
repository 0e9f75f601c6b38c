// Stage "admit": validates a request and finds its session. The first stage of a turn (docs/design.md).
#pragma once

#include "engine/turn_scope.h"
#include "parley/result.h"

namespace parley::engine {

// Errors: kInvalidRequest, kMessageTooLong, kLimitExceeded; kUnknownSession or kSessionExpired if no stored session has
// the `continuation_id`. The admission borrows the request.
Result<Admission> admit(const Request& request, const EngineServices& services);

// Gives the turn the current bot. Call it when the turn has the lock of the session. The bot may have been replaced
// while the request waited, and a turn must not use an older bot than the previous turn of the session. Checks the
// request against the new bot, with the errors of admit().
Result<void> use_current_bot(Admission& admission, const EngineServices& services);

}  // namespace parley::engine
