// Finds answers to the open question.
#pragma once

#include <string>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// `found`: the requests that the message names. The open intent may be among them.
Reply read_reply(const Dialog& dialog, const Message& message, const std::vector<Evidence>& found,
                 std::vector<std::string>* notes);

// Whether "forget it" begins a message that says nothing else: "forget it. Can I ...".
bool cancels_by_first_clause(const Dialog& dialog, const Message& message, const MessageReading& reading);

}  // namespace parley::intents
