// Finds the yes that a message takes back: "sorry, no special baggage after all". The bot then drops the questions that
// follow from the yes.
#pragma once

#include <optional>

#include "intents/dialog.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// Returns the value `false` of the yes-or-no param to which the message takes back a yes. While the bot asks for a
// param, it is one that the condition of this param requires. `reply` holds what else was found in the message. A
// message that takes back a yes says nothing else.
std::optional<ParamValue> find_retracted_yes(const Dialog& dialog, const Message& message, const Reply& reply);

}  // namespace parley::intents
