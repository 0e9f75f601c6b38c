// Queue distributes the events of turns to all sinks. Each sink has its own queue and thread (telemetry/sink_queue.h).
// A sink that blocks, fails or throws never delays turns or other sinks.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "telemetry/sink_queue.h"

namespace parley::telemetry {

// Thread-safe. No call may be running when the queue is destroyed.
class Queue {
 public:
  explicit Queue(const std::vector<std::shared_ptr<TelemetrySink>>& sinks, QueueOptions options = {});
  ~Queue();  // writes the queued events, for at most options.stop_ms
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  // Never waits for a sink.
  void push(const std::shared_ptr<const TurnEvents>& turn) noexcept;

  // Waits until all events pushed so far are written or lost, for at most `timeout`. Returns false on timeout.
  bool flush(std::chrono::milliseconds timeout);

  // Waits for one sink; `sink` is its index in the constructor's list.
  bool flush(std::size_t sink, std::chrono::milliseconds timeout);

  std::vector<TelemetryCounts> counts() const;  // one entry per sink, in the constructor's order

 private:
  const QueueOptions options_;
  std::vector<std::unique_ptr<SinkQueue>> sinks_;
};

}  // namespace parley::telemetry
