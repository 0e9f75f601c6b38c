// Finds values of the message that no param takes. The planner keeps them for the next intent, or asks what to do with
// them.
#pragma once

#include "intents/dialog.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// Sets `untaken` and `takers` of the result.
void add_untaken_values(const Dialog& dialog, const Message& message, MessageReading& result);

}  // namespace parley::intents
