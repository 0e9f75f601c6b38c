// What leads back to itself, so that a conversation could go round in it (E212).
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::config {

// Each `on_exhausted` in a circle of them, and each `call` that comes back to its own intent by calls and starts.
// Circles of `start` alone are fine: each leaves the intent that it stands in.
void check_intent_cycles(const BotDefinition& bot, Diagnostics& findings);

// Params whose `when` wait for each other: which of them is kept would hang on which is looked at first.
void check_param_cycles(const Intent& intent, Diagnostics& findings);

}  // namespace parley::config
