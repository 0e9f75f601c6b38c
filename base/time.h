// Instants and durations as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parley/clock.h"

namespace parley::base {

// "2026-03-02T09:00:00Z", with optional fraction and offset ("+01:00"); the date alone is its midnight, UTC.
std::optional<TimeMs> parse_iso8601(std::string_view text);

// "2026-03-02T09:00:00.000Z".
std::string format_iso8601(TimeMs at);

// "250ms", "5s", "90m", "3h", "7d", "1h30m"; "0" is 0. Anything else, a sign included, is none.
std::optional<TimeMs> parse_duration(std::string_view text);

// Days since 1970-01-01 of a date of the Gregorian calendar, and back (Hinnant's algorithms).
long long days_from_civil(int year, int month, int day);
struct Civil {
  int year, month, day;
};
Civil civil_from_days(long long days);
bool valid_date(int year, int month, int day);
int weekday(long long days);  // 0 = Sunday

}  // namespace parley::base
