// TurnExecutor runs turns. Its source has one line for each stage of a turn (docs/design.md, "The path of a turn").
#pragma once

#include "engine/engine_services.h"
#include "engine/session_locks.h"
#include "engine/turn_scope.h"
#include "parley/result.h"
#include "parley/turn.h"

namespace parley::engine {

// Thread-safe. Turns of one session run one at a time, in the order of their requests.
class TurnExecutor {
 public:
  explicit TurnExecutor(EngineServices& services) : services_(services) {}  // `services` must outlive the executor

  // Admits the request, waits for the session's lock, and runs the turn. Runs it again if another process stored a turn
  // of the session first.
  Result<Turn> run(const Request& request);
  bool is_busy(std::string_view session) const { return locks_.is_full(session, services_.limits.max_waiting_turns); }

 private:
  Result<Turn> attempt(const Admission& admission, TurnAttempts& attempts);

  EngineServices& services_;
  SessionLocks locks_;
};

}  // namespace parley::engine
