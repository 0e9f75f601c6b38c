// Tested by tests/telemetry/queue_test.cc.
#include "telemetry/queue.h"

#include <algorithm>
#include <utility>

namespace parley::telemetry {
namespace {

Deadline deadline_after(std::chrono::milliseconds timeout) {
  using std::chrono::milliseconds;
  return std::chrono::steady_clock::now() + std::clamp<milliseconds>(timeout, milliseconds(0), std::chrono::days(1));
}

QueueOptions with_clock(QueueOptions options) {
  if (!options.clock) options.clock = create_system_clock();
  return options;
}

}  // namespace

Queue::Queue(const std::vector<std::shared_ptr<TelemetrySink>>& sinks, QueueOptions options)
    : options_(with_clock(std::move(options))) {
  for (const auto& sink : sinks) sinks_.push_back(std::make_unique<SinkQueue>(sink, options_));
}

Queue::~Queue() {
  const Deadline until = deadline_after(std::chrono::milliseconds(options_.stop_ms));
  for (const auto& sink : sinks_) sink->stop();
  for (const auto& sink : sinks_) sink->end(until);
}

void Queue::push(const std::shared_ptr<const TurnEvents>& turn) noexcept {
  if (turn->count() == 0) return;
  for (const auto& sink : sinks_) sink->push(turn);
}

bool Queue::flush(std::chrono::milliseconds timeout) {
  const Deadline until = deadline_after(timeout);
  std::vector<std::uint64_t> requests;
  for (const auto& sink : sinks_) requests.push_back(sink->request_flush());
  bool all_flushed = true;
  for (std::size_t i = 0; i < sinks_.size(); ++i) all_flushed = sinks_[i]->wait(requests[i], until) && all_flushed;
  return all_flushed;
}

bool Queue::flush(std::size_t sink, std::chrono::milliseconds timeout) {
  return sinks_[sink]->wait(sinks_[sink]->request_flush(), deadline_after(timeout));
}

std::vector<TelemetryCounts> Queue::counts() const {
  std::vector<TelemetryCounts> counts;
  for (const auto& sink : sinks_) counts.push_back(sink->counts());
  return counts;
}

}  // namespace parley::telemetry
