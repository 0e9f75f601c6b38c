// SessionQuota: how many sessions a store may hold.
//
// The idea: counting takes a store a while, so it is done rarely: a hundredth of the room that was found is given out
// before the next count. What other engines begin meanwhile goes unseen until then.
#pragma once

#include <cstdint>
#include <mutex>

#include "parley/engine.h"

namespace parley::engine {

// Thread-safe.
class SessionQuota {
 public:
  explicit SessionQuota(const Limits& limits) : max_(limits.max_sessions), evicts_(limits.evict_oldest) {}

  // Lets one more session begin, or says kLimitExceeded.
  Result<void> admit(SessionStore& store);

 private:
  Result<std::int64_t> evict(SessionStore& store, std::int64_t count);

  const std::int64_t max_;
  const bool evicts_;
  std::mutex mutex_;
  std::int64_t admitted_ = 0;  // that may still begin before the next count
};

}  // namespace parley::engine
