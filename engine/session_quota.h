// SessionQuota limits how many sessions a store may hold (Limits::max_sessions). Archived sessions do not count.
//
// Counting sessions takes a store some time, so the quota rarely counts. After a count, it admits sessions without
// counting until they fill a hundredth of the free places. Until then, it does not notice sessions that other engines
// create.
//
// Tested by tests/engine/session_quota_test.cc.
#pragma once

#include <cstdint>
#include <mutex>

#include "parley/engine.h"

namespace parley::engine {

// Thread-safe.
class SessionQuota {
 public:
  explicit SessionQuota(const Limits& limits) : limits_(limits) {}

  // Admits one more session. kLimitExceeded: the store is full, and no session could be evicted.
  Result<void> admit(SessionStore& store);

 private:
  Result<std::int64_t> evict(SessionStore& store, std::int64_t count);

  const Limits limits_;
  std::mutex mutex_;
  std::int64_t admitted_ = 0;  // sessions that may still begin before the next count
};

}  // namespace parley::engine
