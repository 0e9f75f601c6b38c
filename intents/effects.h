// Finds the intents that may call a tool: in a step, in a check of a param, or through an intent that they switch to.
#pragma once

#include <vector>

#include "config/definition.h"

namespace parley::intents {

// The result is indexed like BotDefinition::intents.
std::vector<bool> intents_that_call_tools(const config::BotDefinition& bot);

}  // namespace parley::intents
