// Reads a whole message: as one thing, or as several.
#pragma once

#include <string>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// `found` holds the requests that the message names (findings/requests.h). Appends to `notes`, if given, a note for
// each value that the message has and that nothing takes.
MessageReading read_message(const Dialog& dialog, const Message& message, std::vector<Evidence>& found,
                            std::vector<std::string>* notes);

}  // namespace parley::intents
