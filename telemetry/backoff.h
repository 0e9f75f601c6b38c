// Backoff pauses calls after a failure. Each further failure doubles the pause.
#pragma once

#include <algorithm>

#include "parley/clock.h"

namespace parley::telemetry {

// Not thread-safe.
class Backoff {
 public:
  Backoff(TimeMs first, TimeMs most) : first_(first), most_(most) {}

  bool lets_pass(TimeMs now) const {
    return now >= until_ || now < until_ - rest_;  // the second condition holds if the clock was set back
  }
  void succeeded() { rest_ = until_ = 0; }
  // `at_least` is the pause that the failed service has requested; a pause longer than `most` is shortened to `most`.
  void failed(TimeMs now, TimeMs at_least = 0) {
    rest_ = std::clamp(std::max(rest_ * 2, at_least), first_, most_);
    until_ = now + rest_;
  }

 private:
  const TimeMs first_, most_;
  TimeMs rest_ = 0;
  TimeMs until_ = 0;
};

}  // namespace parley::telemetry
