// Converts events to OpenTelemetry log export requests, and reads the response. Uses OTLP 1 with JSON encoding:
// https://opentelemetry.io/docs/specs/otlp/
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"

namespace parley::telemetry {

// Builds a request with one log record per line. `ts` is the record's time, the stage its body, and all other members
// are attributes. Members of a nested object are prefixed with its name and a dot; nulls are omitted. `now` is the
// observed time.
std::string otlp_request(const std::vector<std::string>& lines, TimeMs now);

// Returns how many of `sent` records the collector rejected, from the body of a successful response. Returns an error
// if the body is not a valid response.
Result<std::size_t> otlp_rejected(std::string_view body, std::size_t sent);

}  // namespace parley::telemetry
