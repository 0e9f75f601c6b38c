// Stage "admit": validates a request and finds its session. The first stage of a turn (docs/design.md).
#pragma once

#include "engine/turn_scope.h"
#include "parley/result.h"

namespace parley::engine {

// kInvalidRequest, kMessageTooLong, kLimitExceeded; kUnknownSession and kSessionExpired for a `continuation_id` that
// leads to no stored session. The admission borrows the request.
Result<Admission> admit(const Request& request, const EngineServices& services);

}  // namespace parley::engine
