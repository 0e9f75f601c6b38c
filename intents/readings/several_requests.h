// Messages with several requests, and none of them is the open intent.
#pragma once

#include <string>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/extract.h"
#include "intents/message.h"

namespace parley::intents {

// Returns the requests of a message that asks for several intents in its clauses, with their values: the one to begin
// now, and those to begin next. Empty: the message is one request. `whole`: the request that it then is, for which
// `best` is the evidence.
std::vector<acts::Request> requests_of_clauses(const Dialog& dialog, const Message& message, const Evidence& best,
                                               const acts::Request& whole, std::vector<std::string>* notes);

// Returns the requests of the clauses that match nothing and resemble another intent for certain: "where is O-12345,
// and the skates came without laces". A clause with a value of the request `now` belongs to that request. An intent
// that calls a tool without a confirmation does not begin in this way.
std::vector<acts::Request> likely_requests(const Dialog& dialog, const Message& message, const Evidence& best,
                                           const acts::Request& now);

// If the message has several values for a param, the value in the clause that names the intent counts.
void prefer_own_clause(const Dialog& dialog, const Evidence& evidence, const Message& message, Extraction& params);

}  // namespace parley::intents
