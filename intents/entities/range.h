// Range is a type of numbers within bounds, in digits or words.
#pragma once

#include <memory>

#include "config/definition.h"
#include "intents/entities/recogniser.h"

namespace parley::intents {

std::unique_ptr<const Recogniser> make_range(const config::Range& range);

// Returns true if the number is in the range.
bool is_in(double number, const config::Range& range);

}  // namespace parley::intents
