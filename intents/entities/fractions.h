// Fractions: "3/4", "2 1/4", "three fifths", "two and a half", "half a million", "one out of three", the characters for
// one half and its like.
#pragma once

#include <optional>
#include <string_view>

#include "intents/entities/number_words.h"

namespace parley::intents {

// The fraction that starts exactly at `at`, with nothing whole before it.
std::optional<ReadNumber> read_fraction(std::string_view text, std::size_t at);

// `number` with the fraction behind it, or as the numerator of what stands behind it.
ReadNumber with_fraction(std::string_view text, const NumberInWords& number);

}  // namespace parley::intents
