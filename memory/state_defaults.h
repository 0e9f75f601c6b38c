// The values that the JSON of a state omits, and the names that it has for what is not a param. Tested by
// tests/memory/codec_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "parley/session.h"

namespace parley::memory {

// The default of began_turn: most sessions have only their first conversation, and states of older versions always do.
inline constexpr std::int64_t kFirstTurn = 1;

// The first conversation begins with message 1. For a later conversation, the states of some older versions do not
// record the message.
inline std::int64_t usual_began_message(const SessionState& state) { return state.began_turn <= kFirstTurn ? 1 : 0; }

// Among the counts of failed answers, which have the params by name.
inline constexpr std::string_view kConfirmationName = "";
inline constexpr std::string_view kChoiceName = "?";

// Instead of the place of a step: the call of `if_unknown`.
inline constexpr std::string_view kLookUp = "if_unknown";

}  // namespace parley::memory
