// A store without the sessions that are past their retention.
#pragma once

#include <functional>
#include <memory>

#include "parley/store.h"

namespace parley::memory {

// Everything that decides about retention except archiving: archived sessions are never past their retention.
struct Rest {
  const std::string& bot;
  TimeMs updated_at = 0;
  TimeMs kept_until = 0;  // SessionState::kept_until
};
using IsPast = std::function<bool(const Rest& rest)>;

// Returns a store whose lists, loads and searches find no session for which `is_past` returns true. It erases nothing,
// and writes go to `store`. The other calls act on sessions that the caller has found by one of these.
std::shared_ptr<SessionStore> retained_sessions(std::shared_ptr<SessionStore> store, IsPast is_past);

}  // namespace parley::memory
