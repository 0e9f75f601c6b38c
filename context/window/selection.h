// Which exchanges a context holds: the strategies. Budgets hold here, and nowhere else.
#pragma once

#include <vector>

#include "context/window/exchanges.h"
#include "context/window/reading.h"
#include "parley/context.h"

namespace parley::context {

// What is kept, oldest first, and the message about what is not.
struct Selection {
  std::vector<Exchange> kept;
  std::optional<Entry> note;
  LeftOut left_out;
};

// `files`: those left out of what is given here already, by an earlier context.
Selection select(std::vector<Exchange> exchanges, std::int64_t files, const ContextOptions& options);

// The pinned exchange, the head, and which exchanges may be incomplete because something beside them was not read.
void mark(std::vector<Exchange>& exchanges, const std::vector<Gap>& gaps, const ContextOptions& options);

// How much an exchange matters; 0: it is routine. By what its messages say of themselves in their metadata:
// `important`, `decision`, `confirmed`, `filled`; and by whether a tool was called.
int importance(const Exchange& exchange);

// The exchange within `room`: its texts shortened, all to the same length at most. If that is not enough, the anchors
// (each the seq of one of its messages) stay, the first before the others, the user's message that began it, and of the
// others the last. Empty when not even one of the anchors has room.
using Anchors = std::vector<std::int64_t>;
void fit(Exchange& exchange, std::int64_t room, const Anchors& anchors, const TokenCounter& counter);

// What `anchor` and the messages that it cannot be parted from take at their shortest.
std::int64_t least_tokens(const Exchange& exchange, std::int64_t anchor, const TokenCounter& counter);

}  // namespace parley::context
