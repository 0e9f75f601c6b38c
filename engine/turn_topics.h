// Puts messages into the topics of their conversation before a turn removes or closes them.
#pragma once

#include <cstdint>

#include "engine/pending_commit.h"
#include "engine/turn_scope.h"
#include "parley/result.h"

namespace parley::engine {

// Adds the stored messages up to number `upto`. Returns false if some of them are not in the topics yet.
Result<bool> add_to_topics(const TurnScope& scope, std::int64_t upto);

// Call it when a conversation ends before this turn's first message. If the bot trims, adds the messages of that
// conversation to its topics now, because later turns add only to the topics of their own conversation.
void close_topics(const TurnScope& scope, const PendingCommit& pending);

}  // namespace parley::engine
