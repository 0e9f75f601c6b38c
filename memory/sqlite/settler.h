// Settler decides when a store settles sessions, and does it (memory/sqlite/settling.h), in the background or for a
// search.
//
// Tested by tests/memory/settling_test.cc.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>

#include "memory/sqlite/background_task.h"
#include "memory/sqlite/settling.h"
#include "memory/sqlite/store.h"

namespace parley::memory {

// Thread-safe.
class Settler {
 public:
  // What the store does for it. Each call takes the locks that it needs.
  struct Store {
    std::function<Result<std::int64_t>()> unsettled;    // the number of sessions
    std::function<std::int64_t()> erasures;             // that the store has committed
    std::function<Result<void>(SettlingBatch&)> write;  // settles a batch in its own transaction
  };
  Settler(SettlingPolicy policy, Store store);
  ~Settler() { stop(); }
  Settler(const Settler&) = delete;
  Settler& operator=(const Settler&) = delete;

  // The store has written this number of sessions. Wakes the background task if there may be enough to settle.
  void note_written(std::int64_t sessions) {
    if (until_check_.fetch_sub(sessions, std::memory_order_relaxed) <= sessions) check();
  }
  // Settles sessions until few are left. Another call waits for the end of this one.
  Result<void> settle();
  // Held while another connection reads for the settling. A scrub takes it, because it needs the log for itself.
  std::mutex& reads() { return reads_; }
  // Ends the background task. The store calls it before its connections close.
  void stop();

 private:
  void check();
  Result<void> settle_most();

  const SettlingPolicy policy_;
  const Store store_;
  const std::int64_t few_writes_ = static_cast<std::int64_t>(std::min<std::size_t>(policy_.keep, 1024));
  // A write makes at most one session unsettled, so there is nothing to do until this number of writes.
  std::atomic<std::int64_t> until_check_ = few_writes_;
  std::atomic<bool> is_stopping_ = false;
  std::mutex settling_, reads_;
  BackgroundTask background_{[this] { (void)settle(); }};  // after an error, the next writes try again
};

}  // namespace parley::memory
