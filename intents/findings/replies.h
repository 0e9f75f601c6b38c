// Finds answers to the open question.
#pragma once

#include <string>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

void read_answers(const Dialog& dialog, const Message& message, const std::vector<Evidence>& found,
                  MessageReading& result, std::vector<std::string>* notes);
// Reads "forget it. Can I ..." as a cancellation if the rest of the message says nothing.
void cancel_by_first_clause(const Dialog& dialog, const Message& message, MessageReading& result);

}  // namespace parley::intents
