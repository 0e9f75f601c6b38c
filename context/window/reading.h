// As much of a history as a context can need, and no more: what is older costs nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "parley/context.h"

namespace parley::context {

// The messages with `after` < seq < `before` were not read.
struct Gap {
  std::int64_t after = 0, before = 0;
};

// In the order of their seq: the opening of the conversation, what stands around the pending question, and the newest
// messages, each where it is wanted.
struct HistoryRead {
  std::vector<Message> messages;
  std::vector<Gap> gaps;  // none: all that is stored was read
};

// The newest messages until they take more than the budget whatever is shortened of them, and then as many as a call
// may stand before its result.
Result<HistoryRead> read_history(const HistoryReader& read, const ContextOptions& options);

// A reader of what is in memory. `history` must outlive it.
HistoryReader reader_of(const std::vector<Message>& history);

}  // namespace parley::context
