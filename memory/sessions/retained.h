// Hides the sessions of a store that are past their retention.
#pragma once

#include <functional>
#include <memory>

#include "parley/store.h"

namespace parley::memory {

// The properties of a session that decide whether it is past its retention. Archived sessions never are.
struct Rest {
  const std::string& bot;
  TimeMs updated_at = 0;
  TimeMs kept_until = 0;  // SessionState::kept_until
};
using IsPast = std::function<bool(const Rest& rest)>;

// Returns a store whose lists, loads and searches find no session for which `is_past` returns true. It erases nothing,
// and writes go to `store`. The other calls are not filtered, because callers use them only for sessions that they have
// found by a filtered call.
std::shared_ptr<SessionStore> retained_sessions(std::shared_ptr<SessionStore> store, IsPast is_past);

}  // namespace parley::memory
