// Lint: texts that would be said with a hole in them.
//   W519 a placeholder of a param that may have no value there
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::intents {

void find_holes(const config::BotDefinition& bot, config::Diagnostics& findings);

}  // namespace parley::intents
