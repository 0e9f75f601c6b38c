// Stage "understand": converts the input of a request to an event for the planner.
#pragma once

#include "engine/turn_draft.h"
#include "parley/result.h"
#include "planner/planner.h"

namespace parley::engine {

// The catalog classifies a text. An NLU result of the caller is validated against the bot. A tool result must answer
// the call that the session waits for. Adds the message of the user, or of the tool, to the draft. Requires that the
// request is not a SessionWrite.
Result<planner::Event> read_input(TurnDraft& draft);

}  // namespace parley::engine
