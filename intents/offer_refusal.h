// Reads "something else. It is broken": the message refuses the offered intents in the bot's own words, and goes on.
// The words of the refusal say nothing about what follows.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parley/understanding.h"

namespace parley::intents {

// Returns the message with blanks in place of the refusal. Unset if the message does not begin with one, or says
// nothing more.
std::optional<std::string> without_refused_offer(std::string_view original, const NluContext& nlu_context);

}  // namespace parley::intents
