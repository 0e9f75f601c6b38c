// Makes a text that a regex matches, to show to an author and to let lint try it on other rules.
#pragma once

#include <string>
#include <string_view>

#include "intents/sampling/dice.h"

namespace parley::intents {

// Returns a text as short and plain as the parts of the regex allow. An optional part may be missing, a repetition
// occurs at most two times more than required, and a wildcard becomes a space. The text may not match, because the
// function skips boundaries and anchors. A caller that needs a match must check it. Requires a regex that compiles.
std::string sample_of_regex(std::string_view regex, Dice& dice);

}  // namespace parley::intents
