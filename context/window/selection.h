// Selects the exchanges of a context by its strategy. Only this unit enforces the budget.
#pragma once

#include <vector>

#include "context/window/exchanges.h"
#include "context/window/reading.h"
#include "parley/context.h"

namespace parley::context {

// The exchanges that are kept, oldest first, and the note about the rest.
struct Selection {
  std::vector<Exchange> kept;
  std::optional<Entry> note;
  LeftOut left_out;
};

// `files`: the number of files that an earlier context has already left out of the messages given here.
Selection select(std::vector<Exchange> exchanges, std::int64_t files, const ContextOptions& options);

// Marks the pinned exchange, the head, and the exchanges that may be incomplete because adjacent messages were not
// read.
void mark(std::vector<Exchange>& exchanges, const std::vector<Gap>& gaps, const ContextOptions& options);

// Returns how much an exchange matters; 0: it is routine. Based on the metadata of its messages (`important`,
// `decision`, `confirmed`, `filled`) and on tool calls.
int importance(const Exchange& exchange);

// Fits the exchange into `room` by shortening its texts, all to the same maximum length. If that is not enough, it
// drops messages. `anchors` holds the seqs of the messages with the highest priority, the most important first. After
// them come the user's message that began the exchange, and then the latest of the other messages. The exchange becomes
// empty when not even one anchor fits.
using Anchors = std::vector<std::int64_t>;
void fit(Exchange& exchange, std::int64_t room, const Anchors& anchors, const TokenCounter& counter);

// Returns the tokens that `anchor`, and the messages that must stay with it, take at their shortest.
std::int64_t least_tokens(const Exchange& exchange, std::int64_t anchor, const TokenCounter& counter);

}  // namespace parley::context
