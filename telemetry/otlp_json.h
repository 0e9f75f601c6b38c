// Events in the words of OpenTelemetry: a request to export logs and its answer, OTLP 1 as JSON.
// https://opentelemetry.io/docs/specs/otlp/
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"
#include "parley/result.h"

namespace parley::telemetry {

// Each line is a log record: its time is `ts`, its body the stage, and all other members are attributes. An object's
// members have its name before theirs, with a dot; null is left out. `now` is when the records were seen.
std::string otlp_request(const std::vector<std::string>& lines, TimeMs now);

// How many of `sent` records the collector did not take, by the body of its answer to a request that it accepted. An
// error when this is not what a collector says.
Result<std::size_t> otlp_rejected(std::string_view body, std::size_t sent);

}  // namespace parley::telemetry
