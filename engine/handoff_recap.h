// Makes the recap of a handoff: the lines of the current conversation that a person who takes over should read.
#pragma once

#include <string>
#include <vector>

#include "engine/pending_commit.h"
#include "engine/turn_scope.h"
#include "parley/result.h"

namespace parley::engine {

// Returns lines of the form "user: ...", "assistant: ...", oldest first, redacted as they are stored. The messages of
// this turn are included.
Result<std::vector<std::string>> recap(const TurnScope& scope, const PendingCommit& pending);

}  // namespace parley::engine
