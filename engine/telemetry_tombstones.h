// TelemetryTombstones suppresses telemetry of sessions that are being erased, or were erased.
//
// The telemetry of a session is erased before its rows. An operation that began before would publish events afterwards,
// which no later erasure could find by the session's name.
//
// Tested by tests/engine/telemetry_tombstones_test.cc and tests/engine/erasure_test.cc.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace parley::engine {

// Thread-safe. Sessions are identified by their telemetry hash. Moments count the erasures that have ended.
class TelemetryTombstones {
 public:
  using Moment = std::uint64_t;

  Moment now() const { return now_; }
  bool covers(const std::string& session, Moment begun) const;

  void begin(const std::string& session);         // suppresses all events
  void end(const std::string& session) noexcept;  // operations that begin from now on may publish again

 private:
  static constexpr std::size_t kMost =
      10'000;  // tombstones that have ended. Older ones are dropped: their operations may publish
  static constexpr Moment kOpen = UINT64_MAX;

  std::atomic<Moment> now_{0};
  std::atomic<bool> is_used_{false};  // most engines erase no session, and their turns need no lock
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Moment> until_;
  std::deque<std::pair<std::string, Moment>> ended_;  // oldest first
};

}  // namespace parley::engine
