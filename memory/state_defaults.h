// The values that the JSON of a state omits. Tested by tests/memory/codec_test.cc.
#pragma once

#include <cstdint>

#include "parley/session.h"

namespace parley::memory {

// The default of began_turn: most sessions have only their first conversation, and states of older versions always do.
inline constexpr std::int64_t kFirstTurn = 1;

// The first conversation begins with message 1. For a later conversation, the states of some older versions do not
// record the message.
inline std::int64_t usual_began_message(const SessionState& state) { return state.began_turn <= kFirstTurn ? 1 : 0; }

}  // namespace parley::memory
