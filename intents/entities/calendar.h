// Days and moments that a text names, for every type that is a place in the calendar. A moment is in milliseconds since
// 1970, as the clocks of whoever wrote it show them (now.h).
//
// A date without a year is the next one that is not past. A weekday is the next one after today; "next friday" is the
// one of next week, weeks begin on Monday. Where the past is meant, they are the last that is not to come, and the last
// before today.
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

// From where others are told.
struct Today {
  long long day = 0;
  bool in_past = false;    // Reading::in_past
  bool day_first = false;  // Now::day_first
};

struct NamedDay {
  long long day = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  bool exists = true;  // "Feb 30" does not
};

long long day_of_moment(long long ms);
Day day_of(int year, int month, int day);
Day nearest_day_of(const Today& today, int month, int day);  // 29 February may be up to eight years away
long long add_months(long long day, long long months);       // the last day of a month where there is none such
Value to_date(long long day);                                // "2026-03-02"

// Years before have three digits or fewer: what is written so is no year.
inline constexpr int kFirstYear = 1000;

// "26" is 2026, "95" is 1995; -1 when it is no year.
int year_of(std::string_view written);

// Dates that stand by themselves: "2026-05-03", "5 March", "Friday the 13th", "Christmas Eve 2026". A day that does not
// exist ("Feb 30") is reported as such, so that no part of it is read as another day.
class DateFormats {
 public:
  DateFormats();
  void find(std::string_view text, const Today& today, bool asked, std::vector<NamedDay>& out) const;

 private:
  bool numbers_something(std::string_view text, std::size_t begin, bool has_separators) const;

  Pattern numeric_;
  Pattern spaced_;
  Pattern compact_;
  Pattern day_first_;
  Pattern month_first_;
  Pattern year_first_;
  Pattern day_of_month_;
  Pattern on_day_;
  Pattern bare_day_;  // an hour or a number of people is smaller
  Pattern asked_day_;
  Pattern asked_numbers_;
  Pattern asked_dots_;
  Pattern holiday_;
  Pattern other_year_;    // behind a date: a year out of range
  Pattern number_label_;  // before digits: they number something else
};

// Dates as seen from today: "tomorrow", "next friday", "monday next week", "in two weeks", "2 days after christmas".
class RelativeDays {
 public:
  RelativeDays();

  // `out` holds the days that stand by themselves already: some are what others are told from.
  void find(std::string_view text, const Today& today, bool asked, std::vector<NamedDay>& out) const;

 private:
  NamedDay on_weekday(std::string_view text, NamedDay told) const;
  void find_distances(std::string_view text, long long today, std::vector<NamedDay>& out) const;

  Pattern near_;
  Pattern weekday_;
  Pattern weekday_of_week_;
  Pattern short_weekday_;
  Pattern in_;
  Pattern from_now_;
  Pattern from_day_;
  Pattern weekday_before_;
  Pattern weekday_behind_;
  DurationParser lengths_;
};

// The days of the year that have a name.
Day holiday(std::string_view name, int year);
std::string_view holiday_names();  // a piece of a regex

}  // namespace parley::intents
