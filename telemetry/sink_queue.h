// A queue before one sink, with the thread that writes to it.
//
// push() takes a lock to copy some kilobyte and wakes nobody, since that costs more than the rest of it: the
// thread looks by itself every so often, and is woken only when the queue is half full, or somebody waits for it.
//
// Invariants
//   1. What waits and what is being written is never more than the options say; push() drops what would be.
//   2. Each event that was pushed is counted once, as written or as lost.
//   3. The thread touches only what it shares. So it can be let go of when the sink does not return.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

#include "parley/clock.h"
#include "parley/telemetry.h"
#include "telemetry/event_buffer.h"

namespace parley::telemetry {

struct QueueOptions {
  std::size_t max_events = 20'000;
  std::size_t max_bytes = 16 * 1024 * 1024;  // of their lines
  std::int64_t stop_ms = 2'000;              // how long the end waits for what is still to be written
  std::shared_ptr<Clock> clock;              // for the event that tells what was lost. None: system_clock()
};

using Deadline = std::chrono::steady_clock::time_point;

// Thread-safe. What it promises of its sink's thread: parley/telemetry.h.
class SinkQueue {
 public:
  SinkQueue(std::shared_ptr<TelemetrySink> sink, const QueueOptions& options);
  ~SinkQueue();  // end(), for options.stop_ms
  SinkQueue(const SinkQueue&) = delete;
  SinkQueue& operator=(const SinkQueue&) = delete;

  void push(const TurnEvents& turn) noexcept;

  // Two steps, so that several queues can do it at once: ask for all that was pushed so far, then wait until it is
  // written or lost. False: not by then.
  std::uint64_t ask();
  bool wait(std::uint64_t asked, Deadline until) const;

  // Likewise: what is pushed from now on is lost, and the thread ends when it has written what is there. Where it has
  // not by then, it is let go.
  void stop();
  void end(Deadline until);

  TelemetryCounts counts() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
  std::thread thread_;
};

}  // namespace parley::telemetry
