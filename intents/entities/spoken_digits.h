// Finds spoken digits: "zero one seven one 2345678", "oh one seven one, double two". In a run, some digits are words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parley::intents {

struct SpokenDigits {
  std::string digits;  // with a leading "+" if the text has one
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_complete = true;  // every word of the run is a digit; false for "0171 twenty three"
};

// Returns runs from left to right. A run contains at least one word; digits alone are not a run.
std::vector<SpokenDigits> spoken_digits(std::string_view text);

// Writes the number words of a text as digits: "twenty two Cactus Lane" becomes "22 Cactus Lane".
std::string with_digits(std::string_view text);

}  // namespace parley::intents
