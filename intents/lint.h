// Lint: what is no error in a bot and yet hardly meant.
//   W501 an intent that nothing can start
//   W502 an example that is understood as another intent
//   W503 the same rule in two intents
//   W506 a default that is no value of its param
//   W519 a text with a placeholder that may have no value (lint_holes.h)
#pragma once

#include "config/diagnostics.h"
#include "intents/classifier.h"

namespace parley::intents {

// Requires: a bot without errors.
void lint(const Classifier& classifier, config::Diagnostics& findings);

// An intent with a guard takes messages away only while it holds, which may well be meant.
bool has_guard(const config::Intent& intent);

}  // namespace parley::intents
