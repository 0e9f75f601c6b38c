// Spoken digits: "zero one seven one 2345678", "oh one seven one, double two". Runs of digits of which some are words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parley::intents {

struct SpokenDigits {
  std::string digits;  // with a leading "+" if it was said
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_complete = true;  // every word of the run is a digit. Not "0171 twenty three"
};

// From left to right. A run holds at least one word; digits alone are no run.
std::vector<SpokenDigits> spoken_digits(std::string_view text);

}  // namespace parley::intents
