// Builds the dialog state that accompanies the messages of a context.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "parley/clock.h"
#include "parley/memory.h"
#include "parley/session.h"
#include "parley/tokens.h"

namespace parley::context {

// Returns the dialog state for a model of the embedding program, with `redact` applied to every value. The dialog state
// takes at most a quarter of the budget, and leaves kMinContextTokens for the messages. `max_tokens` 0: no limit.
DialogContext dialog_context(const SessionState& state, TimeMs now, std::int64_t max_tokens,
                             const TokenCounter& counter,
                             const std::function<std::string(const std::string& text)>& redact);

}  // namespace parley::context
