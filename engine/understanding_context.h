// What is known when a message of a session is read.
#pragma once

#include "config/definition.h"
#include "parley/clock.h"
#include "parley/session.h"
#include "parley/understanding.h"

namespace parley::engine {

// Requires: the bot has the intents that are open in the state.
NluContext understanding_context(const config::BotDefinition& bot, const SessionState& state, const Value& context,
                                 TimeMs now);

}  // namespace parley::engine
