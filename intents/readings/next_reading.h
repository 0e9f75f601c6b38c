// Finds the reading of a message that comes next after the chosen one, and what decided between the two. For
// explanations only: it reads the message again.
//
// Readings are compared by these terms, in this order:
//   guard       an intent whose `when` does not hold is not meant
//   fit         a clause that answers the open question leaves the other clauses to what comes next
//   evidence    clauses that each name an intent of their own are several requests
//   firmness    a rule, a template or an example comes before similarity
//   priority    the higher `priority` of a rule
//   length      the match that covers more of the message
//   order       the intent that is earlier in the file
//   confidence  the intent that the message resembles more
#pragma once

#include <optional>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// `found`: the requests that the message names (findings/requests.h). Returns nullopt if the message has no other
// reading that uses its words.
std::optional<NextReading> next_reading(const Dialog& dialog, const Message& message,
                                        const std::vector<Evidence>& found, const MessageReading& chosen);

}  // namespace parley::intents
