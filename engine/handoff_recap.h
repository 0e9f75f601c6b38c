// The recap of a handoff: the lines of the current conversation that a person who takes over should read.
#pragma once

#include <string>
#include <vector>

#include "engine/pending_commit.h"
#include "engine/turn_scope.h"
#include "parley/result.h"

namespace parley::engine {

// "user: ...", "assistant: ...", oldest first, redacted as they are stored. Includes the messages of this turn.
Result<std::vector<std::string>> recap(const TurnScope& scope, const PendingCommit& pending);

}  // namespace parley::engine
