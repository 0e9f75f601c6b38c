// The requests of a message that has several: "cancel my order and tell me my balance". Each clause must itself match
// its intent by a rule, a template or a verbatim example. Example similarity does not count.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/extract.h"
#include "intents/message.h"

namespace parley::intents {

// One of several intents that a message asks for, with the values from its own clause.
struct ClauseRequest {
  int intent = 0;
  Candidate candidate;
  Extraction params;
  Span clause;  // in the original message
};

inline acts::Request to_request(acts::Request::Role role, const ClauseRequest& request) {
  const Extraction& params = request.params;
  return {role, {request.candidate, params.values, params.ambiguous, params.others}, {}};
}

// Reads the values of one clause for the intent that `evidence` names. `offset`: of the clause in the message.
ClauseRequest read_request(const Dialog& dialog, const Evidence& evidence, const Message& clause, std::size_t offset,
                           std::vector<std::string>* notes);

// Returns the requests, each from its own clause, in the order of the text.
std::vector<ClauseRequest> read_requests(const Dialog& dialog, const Message& message, std::size_t offset,
                                         std::vector<std::string>* notes);
// Adds the requests of the message whose intents are not in `requests` yet.
void add_requests_after(const Dialog& dialog, const Message& message, std::size_t offset,
                        std::vector<ClauseRequest>& requests, std::vector<std::string>* notes);

// Returns the best evidence of the clause, unless the other clause has evidence of the same intent.
std::optional<Evidence> own_evidence(const Dialog& dialog, const Message& clause, const Message& other);

// Joins clauses that match several intents but are one request. Defined in joined_requests.cc.
void join(const Dialog& dialog, const Message& message, std::vector<ClauseRequest>& requests);

// Gives a value that several requests need to each of them: "my new IBAN is ..., and I am moving house, customer
// 100300". Defined in shared_values.cc.
void share_values(const Dialog& dialog, const Message& message, std::vector<ClauseRequest>& requests);

}  // namespace parley::intents
