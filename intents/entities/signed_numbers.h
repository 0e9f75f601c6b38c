// Numbers with their sign, wherever one may start in a text. What counts (a percentage, an age, a length of time) is
// such a number with a unit behind it.
#pragma once

#include <string_view>
#include <vector>

#include "intents/entities/recogniser.h"
#include "intents/pattern.h"

namespace parley::intents {

// All of them from left to right, none the tail of a longer token. What follows one is for the caller to judge.
std::vector<Found> signed_numbers(std::string_view text);

// A number and the unit behind it.
struct Quantity {
  Value number;
  std::string_view unit;  // as written
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Every number that `unit` follows at once, or after a space or a hyphen. Requires: `unit` is anchored at the start.
std::vector<Quantity> quantities(std::string_view text, const Pattern& unit);

}  // namespace parley::intents
