// Finds conflicts between the rules and templates of two intents, each with a message that shows the conflict.
#pragma once

#include "base/work_budget.h"
#include "config/diagnostics.h"
#include "intents/classifier.h"

namespace parley::intents {

// Reports W507 for a rule or template if all of its sampled messages are understood as something else. Reports W508 for
// two rules or templates that match a message equally well, so that only their order in the file decides. Reports W518
// when the check exceeds `work` before it is complete.
void find_overlaps(const Classifier& classifier, const base::WorkBudget& work, config::Diagnostics& findings);

}  // namespace parley::intents
