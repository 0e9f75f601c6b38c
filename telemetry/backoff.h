// Backoff: who fails is left alone for a while, and for twice as long each time it fails again.
#pragma once

#include <algorithm>

#include "parley/clock.h"

namespace parley::telemetry {

// Not thread-safe.
class Backoff {
 public:
  Backoff(TimeMs first, TimeMs most) : first_(first), most_(most) {}

  bool lets_pass(TimeMs now) const {
    return now >= until_ || now < until_ - rest_;  // the latter: the clock was set back
  }
  void succeeded() { rest_ = until_ = 0; }
  // `at_least`: what who failed asked for; not more than the most.
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
