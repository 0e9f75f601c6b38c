// Applies a SessionWrite of the caller: adds messages, sets params and the open question, and removes older turns.
#pragma once

#include "engine/turn_draft.h"
#include "parley/result.h"

namespace parley::engine {

// kInvalidRequest if the bot does not accept the write.
Result<void> apply_write(TurnDraft& draft, const SessionWrite& write);

}  // namespace parley::engine
