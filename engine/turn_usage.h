// Adds up the usage that callers and tools report, for the session and for each message.
#pragma once

#include "engine/pending_commit.h"
#include "parley/session.h"

namespace parley::engine {

void add_usage(SessionState& state, const Usage& usage);

// Adds the usage of the request to the session. settle_usage() chooses the message that stores it.
void add_request_usage(PendingCommit& pending, const Usage& usage);

// Adds the usage of the language model to the session, and to the message of the user.
void add_model_usage(PendingCommit& pending, const Usage& usage);

// Writes the usage into the metadata of the pending messages.
void settle_usage(PendingCommit& pending);

}  // namespace parley::engine
