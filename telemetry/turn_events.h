// TurnEvents: the events of one turn. The turn hands them over to the queue, and the threads of the sinks make lines of
// them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace parley::telemetry {

// Thread-safe.
class TurnEvents {
 public:
  // `bytes`: the memory that the events take in a queue.
  TurnEvents(std::size_t count, std::size_t bytes) : count_(count), bytes_(bytes) {}
  TurnEvents(const TurnEvents&) = delete;
  TurnEvents& operator=(const TurnEvents&) = delete;
  virtual ~TurnEvents() = default;

  std::size_t count() const { return count_; }
  std::size_t bytes() const { return bytes_; }

  // Returns count() lines, without line breaks. Every sink gets the same lines.
  virtual const std::vector<std::string>& lines() const = 0;

 private:
  const std::size_t count_, bytes_;
};

}  // namespace parley::telemetry
