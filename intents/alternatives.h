// Alternatives are values that a message lists although the user means only one of them: "Friday or Saturday", "6 or 7
// people".
#pragma once

#include <string_view>
#include <vector>

#include "intents/entities/recogniser.h"

namespace parley::intents {

// Returns true if two values are alternatives. `between` is the text between them. For a declared type, "and" also
// lists alternatives ("O-12345 and O-54321"). For counted things ("2 shirts and 3 shirts") "and" proves nothing.
bool are_alternatives(std::string_view between, bool is_declared);

// Returns true if the text between two values only lists them: ", ", " and ".
bool are_listed(std::string_view between);

// Completes values like "6 or 7 people", where the number before the "or" counts the same thing as the number after it.
// `found` holds what `type` found in the text of `reading`. The function appends the completed values to it.
void find_alternatives(const Recogniser& type, const Reading& reading, std::vector<Found>& found);

}  // namespace parley::intents
