// Stages "redact" and "commit": stores the results of the turn so far, without private values.
#pragma once

#include "engine/turn_draft.h"
#include "parley/result.h"

namespace parley::engine {

enum class Completeness {
  kToolRuns,  // the turn continues after a tool call
  kComplete,
};

// kStaleVersion: another process has stored a turn of the session since the session was loaded. After it has stored a
// complete turn, the function sends the telemetry.
Result<void> commit_turn(TurnDraft& draft, Completeness completeness);

}  // namespace parley::engine
