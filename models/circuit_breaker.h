// CircuitBreaker rejects calls for a pause after too many failures in a row. After the pause it allows one call as a
// trial.
// Tested by tests/context/summaries/resilient_summarizer_test.cc and tests/engine/model_reader_test.cc.
#pragma once

#include <cstdint>
#include <limits>
#include <mutex>

#include "parley/clock.h"

namespace parley::models {

// Thread-safe.
class CircuitBreaker {
 public:
  CircuitBreaker(int failures, TimeMs rest) : failures_(failures), rest_(rest) {}

  // Returns whether a call may be made now. While a trial call is running, all others are refused.
  bool lets_pass(TimeMs now) {
    const std::lock_guard lock(mutex_);
    if (in_a_row_ < failures_) return true;
    // The second condition covers a clock that was set back to before the pause began.
    if (now < rests_until_ && now >= rests_until_ - rest_) return false;
    rests_until_ = now + rest_;
    return true;
  }
  void succeeded() {
    const std::lock_guard lock(mutex_);
    in_a_row_ = 0;
  }
  void failed(TimeMs now) {
    const std::lock_guard lock(mutex_);
    if (in_a_row_ < std::numeric_limits<int>::max()) ++in_a_row_;
    rests_until_ = now + rest_;
  }

 private:
  const int failures_;
  const TimeMs rest_;
  std::mutex mutex_;
  int in_a_row_ = 0;
  TimeMs rests_until_ = 0;
};

}  // namespace parley::models
