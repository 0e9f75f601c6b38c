// Says why the bot understands a message as it does, for the author of the bot.
#pragma once

#include <string>
#include <vector>

#include "intents/explain_wording.h"

namespace parley::intents {

// Returns sentences: what the message matches or says, and from which words each value comes.
std::vector<std::string> reasons_for(const ReadMessage& reading);

}  // namespace parley::intents
