// Builds the NluContext in which a message of a session is understood.
//
// Tested by tests/engine/dialog_context_test.cc and tests/engine/engine_test.cc.
#pragma once

#include "config/definition.h"
#include "parley/clock.h"
#include "parley/session.h"
#include "parley/understanding.h"

namespace parley::engine {

// Returns only what the validation of a value reads: the time, and the facts of the request with the session's locale.
NluContext validation_context(const SessionState& state, const Value& context, TimeMs now);

// Requires: the bot has the open intents of the state.
NluContext understanding_context(const config::BotDefinition& bot, const SessionState& state, const Value& context,
                                 TimeMs now);

}  // namespace parley::engine
