// TelemetryTombstones: sessions that are being forgotten, or were. Nothing that was begun before is told of them any
// more.
//
// Why: telemetry of a session is erased before its rows are. What was under way meanwhile would be told afterwards, by
// which time nobody knows the session's name.
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

// Thread-safe. Sessions are named by the hash that telemetry has for them.
class TelemetryTombstones {
 public:
  using Moment = std::uint64_t;

  Moment now() const { return now_; }
  bool covers(const std::string& session, Moment begun) const;

  void begin(const std::string& session);         // nothing is told
  void end(const std::string& session) noexcept;  // what begins from now on is told again

 private:
  static constexpr std::size_t kMost = 10'000;  // that have ended; of older ones whatever is still under way is told
  static constexpr Moment kOpen = UINT64_MAX;

  std::atomic<Moment> now_{0};
  std::atomic<bool> is_used_{false};  // most engines never forget anybody, and their turns take no lock for it
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Moment> until_;
  std::deque<std::pair<std::string, Moment>> ended_;  // the oldest first
};

}  // namespace parley::engine
