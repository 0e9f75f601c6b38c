// Limits of the values that a request brings. A value is read like a message, so it may be as long as one.
#pragma once

#include "config/definition.h"
#include "parley/engine.h"
#include "parley/result.h"
#include "parley/turn.h"

namespace parley::engine {

// kMessageTooLong for a value longer than Limits::max_message_bytes; kLimitExceeded when all values together are longer
// than Limits::max_context_bytes. The message names the field, and the param if the bot has one of that name: another
// name may be a value.
Result<void> check_values(const Request& request, const Limits& limits, const config::BotDefinition& bot);

// Whether a value is longer than that, for those of a tool that runs in this process.
bool is_too_long(const Value& value, const Limits& limits);

}  // namespace parley::engine
