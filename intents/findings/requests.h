// Finds the intents that a message names: by a rule, a template, an example, or by similarity to examples.
#pragma once

#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/message.h"

namespace parley::intents {

// Returns the best evidence of each intent, best intent first. Ignores guards. Similarity counts only if nothing else
// does, and no question is open.
std::vector<Evidence> find_requests(const Dialog& dialog, const Message& message);

// Returns evidence from rules, templates and examples. Moves the evidence of "I cannot pay my bill" to `unable`, or
// drops it.
std::vector<Evidence> find_firm_requests(const Dialog& dialog, const Message& message,
                                         std::vector<Evidence>* unable = nullptr);

// Returns true if a rule or a template decides what the message means, so that its similarity to examples is of no
// importance. Ignores intents with a guard.
bool is_decided_by_rules(const Dialog& dialog, const Message& message);

// Returns the act of a message without an open question.
Act act_alone(const Dialog& dialog, const Message& message);

// Returns the evidence whose guards hold.
std::vector<Evidence> admitted(const Dialog& dialog, std::vector<Evidence> evidence);
bool is_admitted(const Dialog& dialog, const Evidence& evidence);

Candidate to_candidate(const Dialog& dialog, const Evidence& evidence, const Message& message);

}  // namespace parley::intents
