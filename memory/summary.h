// Computes fields of a SessionInfo from the state.
// Tested by tests/conformance/store_sessions.h.
#pragma once

#include <optional>
#include <string>

#include "parley/session.h"
#include "parley/turn_store.h"

namespace parley::memory {

inline std::optional<std::string> waiting_for_param(const SessionState& state) {
  const AskedParam* asked = state.waits_for<AskedParam>();
  return asked ? std::optional(asked->param) : std::nullopt;
}

inline std::optional<HandoffInfo> handoff_info(const SessionState& state) {
  if (!state.handed_off) return std::nullopt;
  return HandoffInfo{state.handed_off->reason, state.handed_off->at};
}

}  // namespace parley::memory
