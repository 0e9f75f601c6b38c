// What a request is checked for before its turn begins: names, sizes and depths.
#pragma once

#include "config/definition.h"
#include "parley/engine.h"
#include "parley/result.h"
#include "parley/turn.h"

namespace parley::engine {

// kInvalidRequest, kMessageTooLong, kLimitExceeded; the message names the field.
Result<void> check_request(const Request& request, const Limits& limits, const config::BotDefinition& bot);

Result<void> check_details(const MessageDetails& details, const Limits& limits);

}  // namespace parley::engine
