// Parses a time in ISO 8601, like the field `now` of the protocol.
#pragma once

#include <string>

#include "parley/clock.h"
#include "parley/result.h"

namespace parley::cli {

Result<TimeMs> parse_time(const std::string& text);

// Parses "30d", "12h", "90m", "45s".
Result<TimeMs> parse_duration(const std::string& text);

// Formats "2026-03-02 09:00:00Z", in seconds.
std::string show_time(TimeMs at);

// Formats "2026-03-02T09:00:00.000Z", for JSON.
std::string format_time(TimeMs at);

}  // namespace parley::cli
