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
  PendingCommit pending;
  std::vector<TraceEvent> trace;  // changes that fitted the state to a changed bot
  bool is_refused = false;        // the conversation has all the turns that it may have: refuse_turn() answers
};

// Fails if the request may not have a turn in the session (engine/session_access.h).
Result<StartedTurn> start_turn(const TurnScope& scope, LoadedSession loaded, StoreGate& gate);

// Nothing is stored, because a session must not grow by refused requests. A user gets an answer. The caller of a write,
// who expects no reply, gets kLimitExceeded, which names the fields that were not written.
Result<Turn> refuse_turn(const TurnScope& scope, PendingCommit pending);

// Says a reply of the bot before the answer, if the bot has words for it.
void say_reply(const TurnScope& scope, const config::TextVariants& reply, StoreGate& gate, PendingCommit& pending);

}  // namespace parley::engine
