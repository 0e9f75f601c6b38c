// Finds out what intents may do: in a step, in a check of a param, or in an intent that they call or start.
#pragma once

#include <vector>

#include "config/definition.h"

namespace parley::intents {

// The results are indexed like BotDefinition::intents.

// Finds the intents that may call a tool.
std::vector<bool> intents_that_call_tools(const config::BotDefinition& bot);

// Finds the intents that ask for confirmation.
std::vector<bool> intents_that_confirm(const config::BotDefinition& bot);

// Finds the intents that ask for confirmation, or may call a tool that is not `idempotent`.
std::vector<bool> intents_that_change(const config::BotDefinition& bot);

// Whether one intent is among them.
bool may_change(const config::BotDefinition& bot, const config::Intent& intent);

// Finds the intents that may call a tool that is not `idempotent` before the user has confirmed anything.
std::vector<bool> intents_that_change_unasked(const config::BotDefinition& bot);

// Finds the intents that ask nothing and do nothing but say texts.
std::vector<bool> intents_that_only_say(const config::BotDefinition& bot);

// Finds the intents that the steps of each intent `start`.
std::vector<std::vector<int>> intents_started_by(const config::BotDefinition& bot);

}  // namespace parley::intents
