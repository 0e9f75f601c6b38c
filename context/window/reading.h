// Reads as much of a history as a context can need. Older messages cost nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "parley/context.h"

namespace parley::context {

// The messages with `after` < seq < `before` were not read.
struct Gap {
  std::int64_t after = 0, before = 0;
};

// Holds the newest messages. If the options request them, also holds the opening of the conversation and the messages
// around the pending question. The messages are in the order of seq.
struct HistoryRead {
  std::vector<Message> messages;
  std::vector<Gap> gaps;  // empty: all stored messages were read
};

// Reads the newest messages until they exceed the budget even at their shortest. Then reads kPairReach more messages,
// because they may hold the calls whose results were read.
Result<HistoryRead> read_history(const HistoryReader& read, const ContextOptions& options);

// Returns a reader of messages in memory. `history` must outlive it.
HistoryReader reader_of(const std::vector<Message>& history);

}  // namespace parley::context
