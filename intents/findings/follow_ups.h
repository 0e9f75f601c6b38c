// Finds out whether a message continues the intent that was done last (follow_up.h).
#pragma once

#include <optional>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/message.h"

namespace parley::intents {

std::optional<FollowUp> find_follow_up(const Dialog& dialog, const Message& message, const std::vector<Evidence>& found,
                                       Act act);

// Returns true if the values, and words without meaning, are all that the message says.
bool says_only_values(const Message& message, const std::vector<ParamValue>& values);

}  // namespace parley::intents
