// Finds values of the message that no param takes. The planner keeps them for the next intent, or asks what to do with
// them.
#pragma once

#include <vector>

#include "intents/dialog.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

std::vector<UntakenValue> find_untaken(const Dialog& dialog, const Message& message, const MessageReading& reading);

// Returns the intents that need a value of such a type, likeliest first, if the message names no intent.
std::vector<acts::Request> find_takers(const Dialog& dialog, const Message& message, const MessageReading& reading);

}  // namespace parley::intents
