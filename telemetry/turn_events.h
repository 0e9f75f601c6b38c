// TurnEvents: the events of one turn. The turn hands them over to the queue, and the threads of the sinks make lines of
// them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "telemetry/event_members.h"

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

  // Calls take(members) for each event, for a sink that only counts. By default reads the lines.
  using TakeMembers = std::function<void(const EventMembers&)>;
  virtual void for_each_event(const TakeMembers& take) const;

 private:
  const std::size_t count_, bytes_;
};

// A sink that needs no lines. The queue calls count() instead of write().
class EventCounter {
 public:
  virtual void count(const TurnEvents& turn) = 0;

 protected:
  ~EventCounter() = default;
};

}  // namespace parley::telemetry
