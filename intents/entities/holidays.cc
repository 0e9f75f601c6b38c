// Named days of the year, as observed in the United States and Britain.
// Tested by tests/intents/dates_test.cc.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/time.h"
#include "intents/entities/calendar.h"

namespace parley::intents {
namespace {

// Holiday is a fixed day of a month, or the nth weekday of a month (5: the last).
struct Holiday {
  std::string_view start;  // prefix of the name without apostrophes; a longer prefix comes before a shorter one
  int month;
  int day = 0;
  int nth = 0;
  int weekday = 0;
  int offset = 0;
};

constexpr std::array kHolidays = {
    Holiday{"new year", 1, 1},
    Holiday{"valentine", 2, 14},
    Holiday{"earth", 4, 22},
    Holiday{"juneteenth", 6, 19},
    Holiday{"independence", 7, 4},
    Holiday{"halloween", 10, 31},
    Holiday{"veterans", 11, 11},
    Holiday{"christmas e", 12, 24},
    Holiday{"christmas", 12, 25},
    Holiday{"xmas", 12, 25},
    Holiday{"boxing", 12, 26},
    Holiday{"mothers", 5, 0, 2, 0},
    Holiday{"memorial", 5, 0, 5, 1},
    Holiday{"fathers", 6, 0, 3, 0},
    Holiday{"labor", 9, 0, 1, 1},
    Holiday{"labour", 9, 0, 1, 1},
    Holiday{"thanksgiving", 11, 0, 4, 4},
    Holiday{"black friday", 11, 0, 4, 4, 1},
};

long long nth_weekday(int year, int month, int nth, int weekday) {
  if (nth == 5) {
    const long long next = add_months(base::days_from_civil(year, month, 1), 1);
    return next - 1 - (base::weekday(next - 1) - weekday + 7) % 7;
  }
  const long long first = base::days_from_civil(year, month, 1);
  return first + (weekday - base::weekday(first) + 7) % 7 + 7LL * (nth - 1);
}

// Computes Easter with the anonymous Gregorian algorithm.
long long easter(int year) {
  const int a = year % 19, b = year / 100, c = year % 100;
  const int d = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
  const int e = (32 + 2 * (b % 4) + 2 * (c / 4) - d - c % 4) % 7;
  const int f = d + e - 7 * ((a + 11 * d + 22 * e) / 451) + 114;
  return base::days_from_civil(year, f / 31, f % 31 + 1);
}

}  // namespace

Day holiday(std::string_view name, int year) {
  std::string plain = base::lower_ascii(name);
  plain.erase(std::remove(plain.begin(), plain.end(), '\''), plain.end());
  if (plain == "good friday") return easter(year) - 2;
  if (plain.compare(0, 6, "easter") == 0) return easter(year) + (plain == "easter monday" ? 1 : 0);
  if (plain.compare(0, 8, "new year") == 0 && plain.find("eve") != std::string::npos) return day_of(year, 12, 31);
  for (const Holiday& one : kHolidays) {
    if (plain.compare(0, one.start.size(), one.start) != 0) continue;
    return one.nth == 0 ? day_of(year, one.month, one.day)
                        : nth_weekday(year, one.month, one.nth, one.weekday) + one.offset;
  }
  return std::nullopt;
}

std::string_view holiday_names() {
  return "new year'?s? (?:day|eve)|(?:st\\.? )?valentine'?s? day|earth day|juneteenth|independence day|halloween|"
         "veterans'? day|(?:christmas|xmas)(?: day| eve)?|boxing day|mother'?s'? day|memorial day|father'?s'? day|"
         "labou?r day|thanksgiving(?: day)?|black friday|good friday|easter(?: sunday| monday)?";
}

}  // namespace parley::intents
