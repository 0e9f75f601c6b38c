// Alternatives: values that are said side by side where one is meant. "Friday or Saturday", "6 or 7 people".
#pragma once

#include <string_view>
#include <vector>

#include "intents/entities/recogniser.h"

namespace parley::intents {

// Whether two values with `between` between them are alternatives. Of a bot's own type people mean one too when they
// say "O-12345 and O-54321"; of what counts ("2 shirts and 3 shirts") that says nothing.
bool are_alternatives(std::string_view between, bool is_declared);

// "6 or 7 people": the number in front of the "or" counts what stands behind the last one. Appends such values for
// what was found of `type` in the text of `reading`.
void find_alternatives(const Recogniser& type, const Reading& reading, std::vector<Found>& found);

}  // namespace parley::intents
