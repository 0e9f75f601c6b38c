// Alternatives that nothing can ever be taken for, as earlier ones stand for all that they do.
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::intents {

// W512 for an alternative of a template's group that earlier ones cover, or of a regex's group that is there twice;
// W513 for words that are another value's, or the same value's, already.
void find_idle_alternatives(const config::BotDefinition& bot, config::Diagnostics& findings);

}  // namespace parley::intents
