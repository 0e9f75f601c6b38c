// A text that a regex matches, for an author to look at and for lint to try on other rules.
#pragma once

#include <string>
#include <string_view>

#include "intents/sampling/dice.h"

namespace parley::intents {

// As short and plain as its parts allow: an optional part is there or not, a repetition is done once or twice, and what
// may be anything is a space. It is a guess: whoever needs a match has to try it (boundaries and anchors are not
// obeyed, only passed over). Requires a regex that compiles.
std::string sample_of_regex(std::string_view regex, Dice& dice);

}  // namespace parley::intents
