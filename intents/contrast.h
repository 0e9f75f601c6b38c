// Finds the requests that a message only denies: "there is no smell of gas, I only need the bill". Without a contrast,
// "no internet" may be a complaint, and begins an intent.
#pragma once

#include <string_view>
#include <vector>

#include "intents/evidence.h"
#include "intents/message.h"
#include "parley/understanding.h"

namespace parley::intents {

// Returns true if the message denies what the rule matched at this span of the folded text: "no leak", "is not stolen".
bool is_denied(const Message& message, const Span& match, const config::Text& rule);

// Returns true if the message says what the user wants instead: "only the bill".
bool contrasts(const Message& message);

// Removes what a message with a contrast denies, if it asks for something else.
void drop_denied(const Message& message, std::vector<Evidence>& found);

}  // namespace parley::intents
