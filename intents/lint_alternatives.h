// Finds alternatives that can never match, because earlier alternatives cover everything that they match.
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::intents {

// Reports W512 for an alternative of a template's group that earlier alternatives cover, and for a duplicate in a regex
// group. Reports W513 for words that already belong to the same value or to another one.
void find_redundant_alternatives(const config::BotDefinition& bot, config::Diagnostics& findings);

}  // namespace parley::intents
