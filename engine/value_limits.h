// Limits of the values in a request. A single value may be as long as a message.
//
// Tested by tests/engine/value_limits_test.cc.
#pragma once

#include "config/definition.h"
#include "parley/engine.h"
#include "parley/result.h"
#include "parley/turn.h"

namespace parley::engine {

// kMessageTooLong: a value is longer than Limits::max_message_bytes. kLimitExceeded: all values together are longer
// than Limits::max_context_bytes. The error message names the field, and the param if the bot has it. It does not quote
// other names, because such a name may be a value.
Result<void> check_values(const Request& request, const Limits& limits, const config::BotDefinition& bot);

// Returns whether a value is longer than Limits::max_message_bytes. Used for values from tools that run in this
// process.
bool is_too_long(const Value& value, const Limits& limits);

}  // namespace parley::engine
