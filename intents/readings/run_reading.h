// Reads a message, or a part of it, as one thing: an answer, a request, a question, a follow-up.
#pragma once

#include <string>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// `found` holds the requests that the run names. Appends a request by similarity when answers to the open question do
// not rule it out.
MessageReading read_run(const Dialog& dialog, const Message& message, std::vector<Evidence>& found,
                        std::vector<std::string>* notes);

}  // namespace parley::intents
