// Limits of what a request brings, checked before a turn begins.
#pragma once

#include "parley/engine.h"
#include "parley/result.h"

namespace parley::engine {

// kInvalidRequest, kLimitExceeded.
Result<void> check_details(const MessageDetails& details, const Limits& limits);

}  // namespace parley::engine
