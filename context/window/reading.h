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

// In the order of seq: the opening of the conversation, the messages around the pending question, and the newest
// messages, each if requested.
struct HistoryRead {
  std::vector<Message> messages;
  std::vector<Gap> gaps;  // empty: all stored messages were read
};

// Reads the newest messages until they exceed the budget at their shortest. Then it reads as many more as may separate
// a call from its result.
Result<HistoryRead> read_history(const HistoryReader& read, const ContextOptions& options);

// Returns a reader of messages in memory. `history` must outlive it.
HistoryReader reader_of(const std::vector<Message>& history);

}  // namespace parley::context
