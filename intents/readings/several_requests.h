// Messages with several requests, and none of them is the open intent.
#pragma once

#include <string>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/extract.h"
#include "intents/message.h"
#include "intents/message_reading.h"

namespace parley::intents {

// Returns true if the message asks for several intents. `result` then has the params of the clauses.
bool find_further_intents(const Dialog& dialog, const Message& message, const Evidence& best, MessageReading& result,
                          std::vector<std::string>* notes);

// Adds the requests of the clauses that match nothing and resemble another intent for certain.
void add_likely_requests(const Dialog& dialog, const Message& message, const Evidence& best, MessageReading& result);

// If the message has several values for a param, the value in the clause that names the intent counts.
void prefer_own_clause(const Dialog& dialog, const Evidence& evidence, const Message& message, Extraction& params);

}  // namespace parley::intents
