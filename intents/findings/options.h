// Finds answers that pick one of the offered choices.
#pragma once

#include "intents/dialog.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// Finds a choice by its position or its words. These words then are no value of a param: "the second one" is not a
// quantity.
void choose(const Dialog& dialog, const Message& message, MessageReading& result);
// While the bot shows the values for confirmation, "no, the first one" picks an option of the last question that listed
// its options.
void pick_earlier_option(const Dialog& dialog, const Message& message, MessageReading& result);

}  // namespace parley::intents
