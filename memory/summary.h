// Computes fields of a SessionInfo from the state.
// Tested by tests/conformance/store_sessions.h.
#pragma once

#include <optional>
#include <string>

#include "parley/session.h"

namespace parley::memory {

inline std::optional<std::string> waiting_for_param(const SessionState& state) {
  if (!state.waiting || state.waiting->kind != PendingInput::Kind::kParam) return std::nullopt;
  return state.waiting->param;
}

}  // namespace parley::memory
