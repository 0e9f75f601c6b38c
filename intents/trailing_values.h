// Finds where a free text inside a longer message ends: before the values of other params, and before polite words.
// "moving to 5 Mill Lane so both please, AB-100300" has the address "5 Mill Lane". English only.
//
// Tested by tests/intents/trailing_values_test.cc.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "intents/types.h"

namespace parley::intents {

// Returns the end of the text without its last words, as far as these are `values`, polite words, or words that lead to
// a value ("my number is"). Returns the length of the text if there are none.
std::size_t end_before_values(std::string_view text, const std::vector<Found>& values);

}  // namespace parley::intents
