// Puts messages into the topics of their conversation before a turn removes or closes them.
#pragma once

#include <cstdint>

#include "engine/pending_commit.h"
#include "engine/turn_scope.h"
#include "parley/result.h"

namespace parley::engine {

// Adds the stored messages up to `upto`. False: not all of them are in the topics yet.
Result<bool> add_to_topics(const TurnScope& scope, std::int64_t upto);

// A conversation ends before this turn's first message. If the bot trims, its messages are added to its topics now:
// later turns add only to the topics of their own conversation.
void close_topics(const TurnScope& scope, const PendingCommit& pending);

}  // namespace parley::engine
