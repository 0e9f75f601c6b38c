// SessionQuota: how much a session may hold and use, and how many of them a store may hold.
//
// The idea: counting sessions takes a store a while, so it is done rarely: a hundredth of the room that was found is
// given out before the next count. What other engines begin meanwhile goes unseen until then.
#pragma once

#include <cstdint>
#include <mutex>

#include "parley/engine.h"

namespace parley::engine {

// Thread-safe.
class SessionQuota {
 public:
  explicit SessionQuota(const Limits& limits) : limits_(limits) {}

  // kLimitExceeded: the session holds or has used as much as it may.
  Result<void> check(const SessionState& state) const;

  // Lets one more session begin, or says kLimitExceeded.
  Result<void> admit(SessionStore& store);

 private:
  Result<std::int64_t> evict(SessionStore& store, std::int64_t count);

  const Limits limits_;
  std::mutex mutex_;
  std::int64_t admitted_ = 0;  // that may still begin before the next count
};

}  // namespace parley::engine
