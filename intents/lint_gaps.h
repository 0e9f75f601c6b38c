// Finds texts that the bot could send with a missing value.
//   W519 a placeholder of a param that may have no value at that point
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::intents {

void find_gaps(const config::BotDefinition& bot, config::Diagnostics& findings);

}  // namespace parley::intents
