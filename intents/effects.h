// Finds the intents that may call a tool: in a step, in a check of a param, or in an intent that they call or start.
#pragma once

#include <vector>

#include "config/definition.h"

namespace parley::intents {

// The result is indexed like BotDefinition::intents.
std::vector<bool> intents_that_call_tools(const config::BotDefinition& bot);

}  // namespace parley::intents
