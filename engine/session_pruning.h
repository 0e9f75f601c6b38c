// Removes the older turns of a session, for SessionWrite::keep_turns.
#pragma once

#include <cstdint>

#include "engine/turn_draft.h"
#include "parley/result.h"

namespace parley::engine {

// Keeps the newest `keep_turns` turns before this turn. Keeps more turns if otherwise a tool result would lose its
// call, or the open question would be removed. First adds the messages to remove to the topics, and returns
// kStoreUnavailable if that is not possible now.
Result<void> prune(TurnDraft& draft, std::int64_t keep_turns);

}  // namespace parley::engine
