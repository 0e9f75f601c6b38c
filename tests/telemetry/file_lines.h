// Reads the lines of an event file.
#pragma once

#include <string>

#include "tests/memory/temp_folder.h"
#include "tests/telemetry/test_sinks.h"

namespace parley::test {

// A partial line at the end counts as a line.
inline EventLines lines_of(const std::string& path) {
  EventLines lines;
  const std::string bytes = bytes_of(path);
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    lines.push_back(bytes.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace parley::test
