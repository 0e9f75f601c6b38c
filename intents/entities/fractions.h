// Fractions: "3/4", "2 1/4", "three fifths", "two and a half", "half a million", "one out of three", and the Unicode
// fraction characters.
#pragma once

#include <optional>
#include <string_view>

#include "intents/entities/number_words.h"

namespace parley::intents {

// Returns the fraction that starts exactly at `at`, without a whole number before it.
std::optional<ReadNumber> read_fraction(std::string_view text, std::size_t at);

// Returns `number` plus the fraction after it, or the fraction whose numerator is `number`.
ReadNumber with_fraction(std::string_view text, const NumberInWords& number);

}  // namespace parley::intents
