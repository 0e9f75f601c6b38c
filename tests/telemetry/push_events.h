// Pushes events into a queue as a turn does.
#pragma once

#include <string>

#include "telemetry/queue.h"
#include "tests/telemetry/test_sinks.h"

namespace parley::test {

inline std::string text_of(const EventLines& lines) {
  std::string text;
  for (const std::string& line : lines) text.append(line).append("\n");
  return text;
}

inline void push(telemetry::Queue& queue, const EventLines& lines) { queue.push({text_of(lines), lines.size()}); }

}  // namespace parley::test
