// A turn that the caller writes itself: messages, params, the open question, older turns removed (SessionWrite).
#pragma once

#include "engine/turn_draft.h"
#include "parley/result.h"

namespace parley::engine {

// kInvalidRequest if the bot does not accept the write.
Result<void> apply_write(TurnDraft& draft, const SessionWrite& write);

}  // namespace parley::engine
