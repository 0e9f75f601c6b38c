// Returns the wordings of a whole number in English: 125 is "one hundred twenty five" and "one hundred and twenty
// five".
#pragma once

#include <string>
#include <vector>

namespace parley::intents {

// Accepts 0 to 999,999.
std::vector<std::string> spoken(int number);

}  // namespace parley::intents
