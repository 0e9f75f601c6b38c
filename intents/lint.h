// Lint warns about parts of a valid bot that the author probably did not intend.
//   W501 an intent that nothing can start
//   W502 an example that is understood as another intent
//   W503 the same rule in two intents
//   W506 a default that is not a value of its param
//   W507, W508, W518 rules and templates of two intents in conflict (lint_overlaps.h)
//   W509 a param that nothing can fill
//   W510 examples that are too many or too long to train on
//   W511 a saved model that does not fit the bot
//   W512, W513 alternatives that can never match (lint_alternatives.h)
//   W519 a text with a placeholder that may have no value (lint_gaps.h)
//   W521 an example of `none` that an intent matches (lint_examples.h)
//   W520 a word in all examples of two intents (lint_examples.h)
#pragma once

#include "config/diagnostics.h"
#include "intents/classifier.h"

namespace parley::intents {

// Requires a bot without errors.
void lint(const Classifier& classifier, config::Diagnostics& findings);

// Returns true if the intent has a guard. Such an intent takes messages from others only while the guard holds, which
// may be intended.
bool has_guard(const config::Intent& intent);

}  // namespace parley::intents
