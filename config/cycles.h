// Finds cycles in which a conversation could loop forever (E212).
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::config {

// Reports each `on_exhausted` in a cycle of `on_exhausted`, and each `call` that leads back to its own intent through
// calls and starts. Cycles of `start` alone are allowed, because `start` leaves the current intent.
void check_intent_cycles(const BotDefinition& bot, Diagnostics& findings);

// Reports params whose `when` conditions depend on each other. The params that the planner keeps would then depend on
// the order of evaluation.
void check_param_cycles(const Intent& intent, Diagnostics& findings);

}  // namespace parley::config
