// TelemetryTombstones suppresses telemetry of sessions that are being erased, or were erased.
//
// The telemetry of a session is erased before its rows in the store. Without a tombstone, an operation that began
// earlier could publish events after its telemetry was erased. No later erasure could find these events, because the
// store no longer has the name of the session.
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

// Thread-safe. Sessions are identified by their telemetry hash. A Moment is the number of erasures that have ended.
class TelemetryTombstones {
 public:
  using Moment = std::uint64_t;

  Moment now() const { return now_; }
  bool is_used() const { return is_used_; }  // false: no session has a tombstone
  bool covers(const std::string& session, Moment begun) const;

  void begin(const std::string& session);         // suppresses all events
  void end(const std::string& session) noexcept;  // operations that begin after this call may publish again

 private:
  // The number of ended tombstones to keep. When an older tombstone is dropped, operations that began before it ended
  // may publish events again.
  static constexpr std::size_t kMost = 10'000;
  static constexpr Moment kOpen = UINT64_MAX;

  std::atomic<Moment> now_{0};
  std::atomic<bool> is_used_{false};  // most engines erase no session, and their turns need no lock
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Moment> until_;
  std::deque<std::pair<std::string, Moment>> ended_;  // oldest first
};

}  // namespace parley::engine
