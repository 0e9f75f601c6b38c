// Stage "admit": validates a request and finds its session. The first stage of a turn (docs/design.md).
#pragma once

#include "engine/turn_scope.h"
#include "parley/result.h"

namespace parley::engine {

// kInvalidRequest, kMessageTooLong, kLimitExceeded; kUnknownSession and kSessionExpired for a `continuation_id` that
// leads to no stored session. The admission borrows the request.
Result<Admission> admit(const Request& request, const EngineServices& services);

// Gives the turn the bot of this moment. Call it when the session's turn has come: the bot may have been replaced while
// the request waited, and a turn must not use an older bot than the turn before it. Errors of the request, as above.
Result<void> use_current_bot(Admission& admission, const EngineServices& services);

}  // namespace parley::engine
