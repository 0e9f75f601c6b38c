// The queue between turns and sinks: what a turn pushes goes to every sink, each of which has a thread of its own
// (telemetry/sink_queue.h). A sink that blocks, fails or throws holds up no turn and no other sink.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "telemetry/sink_queue.h"

namespace parley::telemetry {

// Thread-safe. Nobody may be in one of its functions when it is destroyed.
class Queue {
 public:
  explicit Queue(const std::vector<std::shared_ptr<TelemetrySink>>& sinks, QueueOptions options = {});
  ~Queue();  // writes what is there, for options.stop_ms at most
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  // Waits for no sink.
  void push(const TurnEvents& turn) noexcept;

  // Waits until all that was pushed so far is written or lost, at most so long. False: not all is.
  bool flush(std::int64_t timeout_ms);

  bool flush(std::size_t sink, std::int64_t timeout_ms);  // of one alone, by its place in the order given

  std::vector<TelemetryCounts> counts() const;  // by sink, in the order given

 private:
  const QueueOptions options_;
  std::vector<std::unique_ptr<SinkQueue>> sinks_;
};

}  // namespace parley::telemetry
