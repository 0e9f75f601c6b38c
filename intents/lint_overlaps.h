// Where the rules and templates of two intents get into each other's way, each with a message that shows it.
#pragma once

#include "base/work_budget.h"
#include "config/diagnostics.h"
#include "intents/classifier.h"

namespace parley::intents {

// W507 for a rule or template all of whose sampled messages are understood as something else; W508 for two that a
// message matches alike, so that only the order of the file decides. W518 when `work` is exceeded before all are looked
// at.
void find_overlaps(const Classifier& classifier, const base::WorkBudget& work, config::Diagnostics& findings);

}  // namespace parley::intents
