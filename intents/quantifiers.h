// Reads answers that name no value but a quantity of them: "everything", "both", "none of them", "any time", "I don't
// mind". English and German.
#pragma once

#include <optional>

#include "intents/words.h"

namespace parley::intents {

enum class Quantifier {
  kAll,   // "everything", "all of them"
  kBoth,  // "both"
  kNone,  // "none of them", "nothing"
  kAny    // "any time", "whenever", "it doesn't matter"
};

// Returns the quantifier that the whole message is.
std::optional<Quantifier> read_quantifier(const Words& words);

}  // namespace parley::intents
