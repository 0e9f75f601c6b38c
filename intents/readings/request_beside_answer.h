// Messages that answer the open question and ask for something else: "O-12345, and when do you open?", "forget it,
// what's my balance?".
#pragma once

#include <optional>

#include "intents/dialog.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// Returns nullopt if the message is one thing, or nothing is open.
std::optional<MessageReading> find_request_beside_answer(const Dialog& dialog, const Message& message);

}  // namespace parley::intents
