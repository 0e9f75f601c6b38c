// SinkQueue queues events for one sink and runs the thread that writes to it.
//
// push() holds a lock while it adds a pointer. It does not wake the thread, because that takes longer. The thread looks
// at the queue periodically. It is woken only when the queue is half full or a caller waits for it. The thread also
// makes the lines of the events, so a turn only records its events.
//
// Invariants
//   1. The events waiting and being written never exceed the limits in QueueOptions; push() drops the excess.
//   2. Each pushed event is counted exactly once, as written or as lost.
//   3. The thread uses only the shared state, so it can be detached if the sink does not return.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

#include "parley/clock.h"
#include "parley/telemetry.h"
#include "telemetry/turn_events.h"

namespace parley::telemetry {

// Limits of the queue of one sink.
struct QueueOptions {
  std::size_t max_events = 20'000;
  std::size_t max_bytes = 16 * 1024 * 1024;  // TurnEvents::bytes() of all turns
  std::int64_t stop_ms = 2'000;              // maximum wait for pending events at destruction
  std::shared_ptr<Clock> clock;              // dates the event that reports losses; null: create_system_clock()
};

using Deadline = std::chrono::steady_clock::time_point;

// Thread-safe. parley/telemetry.h documents the guarantees about the sink's thread.
class SinkQueue {
 public:
  SinkQueue(std::shared_ptr<TelemetrySink> sink, const QueueOptions& options);
  ~SinkQueue();  // calls end(), which waits for at most options.stop_ms
  SinkQueue(const SinkQueue&) = delete;
  SinkQueue& operator=(const SinkQueue&) = delete;

  void push(const std::shared_ptr<const TurnEvents>& turn) noexcept;

  // Flushing takes two steps so that several queues can flush at the same time. request_flush() requests a write of all
  // events pushed so far; wait() returns when they are written or lost. wait() returns false on timeout.
  std::uint64_t request_flush();
  bool wait(std::uint64_t asked, Deadline until) const;

  // Stopping takes two steps for the same reason. After stop(), further events are lost, and the thread ends once it
  // has written the queued events. end() detaches the thread if it has not ended by `until`.
  void stop();
  void end(Deadline until);

  TelemetryCounts counts() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
  std::thread thread_;
};

}  // namespace parley::telemetry
