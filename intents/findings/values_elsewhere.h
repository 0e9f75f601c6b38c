// Finds values for intents other than the open one.
#pragma once

#include <vector>

#include "intents/dialog.h"
#include "intents/message.h"

namespace parley::intents {

// Returns the values for the questions of interrupted intents.
std::vector<ParamValue> find_values_elsewhere(const Dialog& dialog, const FoldedText& text);
// Returns values of the bot's own types for the offered intents. A bare number may pick one of the intents.
std::vector<ParamValue> find_values_for_offered(const Dialog& dialog, const Message& message);
// Returns values for the intent that `if_unknown` of the asked param calls: an email instead of an order number.
std::vector<ParamValue> find_values_for_lookup(const Dialog& dialog, const Message& message);

}  // namespace parley::intents
