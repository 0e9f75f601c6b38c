// Finds answers to a confirmation: "Shall I cancel order O-12345?".
#pragma once

#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// Whether the message refuses what the bot asks to confirm: "not a refund!", "refund? no, a new one".
bool refuses_confirmation(const Dialog& dialog, const Message& message, const std::vector<Evidence>& found);
Act answer_to_confirmation(const Dialog& dialog, Act act, const Message& message, const std::vector<Evidence>& found);
// Reads a yes before words that name another intent. "Yes, a refund instead" is a no.
Act agreement_beside_other_intent(Act act, const Message& message);
// Whether a word with a digit belongs to no value, intent or question. It may change what the bot asks to confirm.
bool leaves_number(const Message& message, const MessageReading& reading);
// Whether an answer to a confirmation has words that nothing takes. Beside a yes, they must express a wish.
bool has_remark(const Dialog& dialog, const Message& message, const MessageReading& reading);

}  // namespace parley::intents
