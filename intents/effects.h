// Effects: which intents may call a tool, in a step, in a check of a param, or by an intent that they go over to.
#pragma once

#include <vector>

#include "config/definition.h"

namespace parley::intents {

// By index into BotDefinition::intents.
std::vector<bool> intents_that_call_tools(const config::BotDefinition& bot);

}  // namespace parley::intents
