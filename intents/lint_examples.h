// Checks whether the examples of the intents tell them apart.
#pragma once

#include "base/work_budget.h"
#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/classifier.h"

namespace parley::intents {

// Reports W520 for two intents if one word, which carries meaning, is in all examples of both. A message with this word
// and few others then resembles both. Takes only intents with enough examples to learn from.
void find_shared_words(const config::BotDefinition& bot, config::Diagnostics& findings);

// Reports W521 for an example of `none` that a rule, a template or an example of an intent matches. Stops when the
// budget is exceeded.
void find_claimed_none(const Classifier& classifier, const base::WorkBudget& work, config::Diagnostics& findings);

}  // namespace parley::intents
