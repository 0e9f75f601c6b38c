// Finds numbers with their sign anywhere in a text. Counted things (a percentage, an age, a duration) are such numbers
// followed by a unit.
#pragma once

#include <string_view>
#include <vector>

#include "intents/entities/recogniser.h"
#include "intents/pattern.h"

namespace parley::intents {

// Returns all numbers from left to right, except those that are the tail of a longer token. The caller checks the text
// after each number.
std::vector<Found> signed_numbers(std::string_view text);

// Quantity is a number with the unit after it.
struct Quantity {
  Value number;
  std::string_view unit;  // as typed
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns every number that `unit` follows immediately or after a space or a hyphen. Requires that `unit` is anchored
// at the start.
std::vector<Quantity> quantities(std::string_view text, const Pattern& unit);

}  // namespace parley::intents
