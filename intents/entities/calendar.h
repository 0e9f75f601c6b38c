// Reads days and points in time for every type that refers to the calendar. A point in time is in milliseconds since
// 1970, in the local time of the user (now.h).
//
// A date without a year is the next such date; it may be today. A weekday is the next such day after today. "next
// friday" is the Friday of next week, and weeks begin on Monday. With Today::in_past, a date is the most recent such
// date, which may be today, and a weekday is the last such day before today.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intents/entities/duration_parser.h"
#include "intents/pattern.h"
#include "parley/value.h"

namespace parley::intents {

inline constexpr long long kDayMs = 86'400'000;

using Day = std::optional<long long>;  // days since 1970-01-01

// Today is the reference for relative dates.
struct Today {
  long long day = 0;
  bool in_past = false;    // Reading::in_past
  bool day_first = false;  // Now::day_first
};

struct NamedDay {
  long long day = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool exists = true;  // false: the day does not exist, such as "Feb 30"
};

long long day_of_moment(long long ms);
Day day_of(int year, int month, int day);
Day nearest_day_of(const Today& today, int month, int day);  // February 29 may be up to eight years away
long long add_months(long long day, long long months);       // the last day of the month if the month is too short
Value to_date(long long day);                                // "2026-03-02"

// The first year that dates accept. A number with fewer than four digits does not count as a full year.
inline constexpr int kFirstYear = 1000;

// Returns the year: "26" is 2026, "95" is 1995. Returns -1 if the text is not a year.
int year_of(std::string_view written);

// DateFormats finds absolute dates: "2026-05-03", "5 March", "Friday the 13th", "Christmas Eve 2026". It also reports
// days that do not exist ("Feb 30"), so that no part of them is read as another day.
class DateFormats {
 public:
  DateFormats();
  void find(std::string_view text, const Today& today, bool asked, std::vector<NamedDay>& out) const;

 private:
  Pattern numeric_;
  Pattern spaced_;
  Pattern compact_;
  Pattern day_first_;
  Pattern month_first_;
  Pattern year_first_;
  Pattern day_of_month_;
  Pattern on_day_;
  Pattern bare_day_;  // a number too large to be an hour or a number of people
  Pattern of_month_;  // "the first of next month"
  Pattern asked_day_;
  Pattern asked_word_;
  Pattern asked_numbers_;
  Pattern asked_dots_;
  Pattern holiday_;
  Pattern other_year_;  // after a date: a year out of range
};

// RelativeDays finds dates relative to today: "tomorrow", "next friday", "monday next week", "in two weeks", "2 days
// after christmas".
class RelativeDays {
 public:
  RelativeDays();

  // `out` must already contain the absolute dates, because some relative dates refer to them.
  void find(std::string_view text, const Today& today, bool asked, std::vector<NamedDay>& out) const;

 private:
  NamedDay on_weekday(std::string_view text, NamedDay day) const;
  void find_distances(std::string_view text, long long today, std::vector<NamedDay>& out) const;

  Pattern near_;
  Pattern weekday_;
  Pattern weekday_of_week_;
  Pattern short_weekday_;
  Pattern in_;
  Pattern from_now_;
  Pattern from_day_;
  Pattern weekday_before_;
  Pattern weekday_after_;
  DurationParser lengths_;
};

// Returns the date of a named day in a year.
Day holiday(std::string_view name, int year);
std::string_view holiday_names();  // part of a regex

}  // namespace parley::intents
