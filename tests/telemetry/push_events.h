// Pushes events into a queue as a turn does.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "telemetry/queue.h"
#include "tests/telemetry/test_sinks.h"

namespace parley::test {

// Events whose lines are given. In a queue they take the bytes of the lines.
class GivenEvents : public telemetry::TurnEvents {
 public:
  explicit GivenEvents(EventLines lines) : TurnEvents(lines.size(), bytes_of(lines)), lines_(std::move(lines)) {}
  const std::vector<std::string>& lines() const override { return lines_; }

  static std::size_t bytes_of(const EventLines& lines) {
    std::size_t bytes = 0;
    for (const std::string& line : lines) bytes += line.size();
    return bytes;
  }

 private:
  const EventLines lines_;
};

inline void push(telemetry::Queue& queue, const EventLines& lines) {
  queue.push(std::make_shared<const GivenEvents>(lines));
}

}  // namespace parley::test
