// Converts instants, durations and dates from and to text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parley/clock.h"

namespace parley::base {

// Parses "2026-03-02T09:00:00Z", with optional seconds, fraction and offset ("+01:00"). A date alone is midnight UTC.
std::optional<TimeMs> parse_iso8601(std::string_view text);

// Returns "2026-03-02T09:00:00.000Z".
std::string format_iso8601(TimeMs at);

// Parses "250ms", "5s", "90m", "3h", "7d", "1h30m" or "0". Returns nullopt for anything else, including a sign. Each
// unit is limited to 36,500 days.
std::optional<TimeMs> parse_duration(std::string_view text);

// Convert a Gregorian date to days since 1970-01-01 and back (Hinnant's algorithms).
long long days_from_civil(int year, int month, int day);
struct Civil {
  int year, month, day;
};
Civil civil_from_days(long long days);
bool valid_date(int year, int month, int day);
int weekday(long long days);  // 0 = Sunday

}  // namespace parley::base
