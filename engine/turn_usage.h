// Usage that callers and tools report: the sum of the session, and the usage of each message.
#pragma once

#include "engine/pending_commit.h"
#include "parley/session.h"

namespace parley::engine {

void add_usage(SessionState& state, const Usage& usage);

// Counts the usage of the request. settle_usage() finds the message that gets it.
void add_request_usage(PendingCommit& pending, const Usage& usage);

// Writes usage into the metadata of the messages to append.
void settle_usage(PendingCommit& pending);

}  // namespace parley::engine
