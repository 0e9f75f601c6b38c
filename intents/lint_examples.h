// Checks whether the examples of the intents tell them apart.
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::intents {

// Reports W520 for two intents if one word, which carries meaning, is in all examples of both. A message with this word
// and few others then resembles both. Takes only intents with enough examples to learn from.
void find_shared_words(const config::BotDefinition& bot, config::Diagnostics& findings);

}  // namespace parley::intents
