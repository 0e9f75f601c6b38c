// Checks the names, sizes and depths of a request before its turn begins.
//
// Tested by tests/engine/caller_mistakes_test.cc and tests/engine/value_limits_test.cc.
#pragma once

#include "config/definition.h"
#include "parley/engine.h"
#include "parley/result.h"
#include "parley/turn.h"

namespace parley::engine {

// Errors: kInvalidRequest, kMessageTooLong, kLimitExceeded. The error message names the field.
Result<void> check_request(const Request& request, const Limits& limits, const config::BotDefinition& bot);

Result<void> check_details(const MessageDetails& details, const Limits& limits);

}  // namespace parley::engine
