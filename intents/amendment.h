// Finds the new value in an answer to a confirmation that changes something: "yes, but to Percy", "no, Karen".
#pragma once

#include <cstddef>
#include <optional>

#include "intents/words.h"

namespace parley::intents {

// Returns where the new value may begin in the folded text. Returns nullopt if the message does not begin in this way.
std::optional<std::size_t> amendment_begin(const Words& words);

}  // namespace parley::intents
