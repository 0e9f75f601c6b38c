// Stage "begin": starts a turn in a new, a continued or an expired conversation, unless a limit forbids it.
#pragma once

#include <string>
#include <vector>

#include "engine/pending_commit.h"
#include "engine/session_loader.h"
#include "engine/store_gate.h"
#include "engine/turn_scope.h"
#include "parley/result.h"
#include "parley/trace.h"

namespace parley::engine {

struct StartedTurn {
  std::vector<TraceEvent> trace;  // how the state was adapted to a changed bot
  bool is_refused = false;        // the conversation has reached max_turns; refuse_turn() makes the response
};

// Prepares `pending`, whose state is the loaded state. Fails if the request may not have a turn in the session
// (engine/session_access.h).
Result<StartedTurn> start_turn(const TurnScope& scope, const LoadedSession& loaded, StoreGate& gate,
                               PendingCommit& pending);

// Makes the response to a turn that the turn limit forbids. Nothing is stored, because a refused request must not make
// the session grow. A user gets a reply. A SessionWrite gets no reply, but the error kLimitExceeded, which names the
// fields that were not written.
Result<Turn> refuse_turn(const TurnScope& scope, PendingCommit& pending);

// Adds a reply of the bot before the other replies of the turn. Does nothing if the bot has no text for the reply.
void say_reply(const TurnScope& scope, const config::TextVariants& reply, StoreGate& gate, PendingCommit& pending);

}  // namespace parley::engine
