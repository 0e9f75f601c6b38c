// WriteProgress notes whether the store takes writes. It does not while another process holds the lock of its database.
//
// Tested by tests/server/streams_test.cc.
#pragma once

#include <atomic>
#include <chrono>

namespace parley::server {

// Thread-safe.
class WriteProgress {
 public:
  // A write begins or ends. The time comes before the count, so that a write that begins never seems to be old.
  void note(bool begins) {
    if (!begins || running_ == 0) moved_at_ = Clock::now().time_since_epoch().count();
    running_ += begins ? 1 : -1;
  }
  // Whether writes run, and none has ended for `long_time`.
  bool has_stalled(std::chrono::milliseconds long_time = std::chrono::seconds(1)) const {
    if (running_ == 0) return false;
    return Clock::now() - Clock::time_point(Clock::duration(moved_at_)) > long_time;
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::atomic<int> running_{0};
  std::atomic<Clock::rep> moved_at_{0};
};

}  // namespace parley::server
