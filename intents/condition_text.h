// Writes a condition as a short text for people: "amount > 50 and context.vip = true".
#pragma once

#include <string>

#include "config/definition.h"

namespace parley::intents {

// Returns "always" for a condition without comparisons.
std::string text_of(const config::Condition& condition);

}  // namespace parley::intents
