// Formats figures for people. Unknown values are shown as such.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "parley/clock.h"

namespace parley::report {

constexpr const char* kUnknown = "unknown";

std::string count_text(std::int64_t count);                 // "12,345"
std::string count_text(std::optional<std::int64_t> count);  // or "unknown"
std::string share_text(std::optional<double> share);        // "12.3 %", or "-" if unset
std::string share_text(std::int64_t part, std::int64_t whole);
std::string duration_text(std::int64_t microseconds);  // "850 us", "1.25 ms", "12.3 s", "4.5 min"
std::string day_text(TimeMs at);                       // "2026-03-02"
std::string minute_text(TimeMs at);                    // "2026-03-02 09:00"

}  // namespace parley::report
