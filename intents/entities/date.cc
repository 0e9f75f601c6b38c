// date: "2026-05-03", "5/3/2026" (the month first, as in en), "3.5.2026" (the day first, as where dots are used),
// "5 March 2026", "March 5th", "tomorrow", "next friday", "in two weeks".
//
// Without a year, a date is the next one that is not past. A weekday is the next one after today, and "next" says the
// one of next week (weeks begin on Monday).
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "base/text.h"
#include "base/time.h"
#include "intents/entities/built_in.h"
#include "intents/entities/edges.h"
#include "intents/entities/matches.h"
#include "intents/entities/numbers.h"

namespace parley::intents {
namespace {

constexpr long long kDayMs = 86'400'000;

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 7> kWeekdays = {"sun", "mon", "tue", "wed", "thu", "fri", "sat"};

// By its first three letters; -1 when it is none.
template <std::size_t N>
int index_of(const std::array<std::string_view, N>& names, std::string_view name) {
  const std::string start = base::lower_ascii(name.substr(0, 3));
  const auto found = std::find(names.begin(), names.end(), start);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

int to_int(std::string_view digits) { return static_cast<int>(to_integer(digits)); }

// "26" is 2026, "95" is 1995.
int full_year(std::string_view digits) {
  const int year = to_int(digits);
  if (digits.size() != 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

std::optional<long long> day_of(int year, int month, int day) {
  if (!base::valid_date(year, month, day)) return std::nullopt;
  return base::days_from_civil(year, month, day);
}

// The first such day on or after `today`. 29 February may be up to eight years away.
std::optional<long long> next_day_of(long long today, int month, int day) {
  const int year = base::civil_from_days(today).year;
  for (int ahead = 0; ahead <= 8; ++ahead) {
    const auto found = day_of(year + ahead, month, day);
    if (found && *found >= today) return found;
  }
  return std::nullopt;
}

class Date : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const long long today = floor_days(reading.now_ms);
    std::vector<Found> found;
    search(numeric_, reading.text, found,
           [&](const Groups& groups) { return read_numeric(groups, reading.asked, today); });
    search(named_, reading.text, found, [&](const Groups& groups) { return read_named(groups, today); });
    search(near_, reading.text, found, [&](const Groups& groups) { return read_near(groups, today); });
    search(weekday_, reading.text, found, [&](const Groups& groups) { return read_weekday(groups, today); });
    search(distance_, reading.text, found, [&](const Groups& groups) { return read_distance(groups, today); });
    if (reading.asked) {
      search(ordinal_, reading.text, found, [&](const Groups& groups) { return read_ordinal(groups, today); });
      search(short_weekday_, reading.text, found, [&](const Groups& groups) { return read_weekday(groups, today); });
    }
    keep_longest(found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

 private:
  using Groups = Pattern::Groups;
  using Day = std::optional<long long>;

  template <class Read>
  static void search(const Pattern& pattern, std::string_view text, std::vector<Found>& out, Read read) {
    for_each_match(pattern, text, [&](const Groups& groups, std::size_t begin, std::size_t end) {
      if (!stands_alone(text, begin, end) || is_joined(text, begin, end)) return;
      if (const Day day = read(groups)) out.push_back({to_value(*day), begin, end});
    });
  }

  // "1/2/3/4" and "10-5-3/2026" are something else.
  static bool is_joined(std::string_view text, std::size_t begin, std::size_t end) {
    const auto joins = [](char c) { return c == '/' || c == '-' || c == '.'; };
    return (begin > 1 && joins(text[begin - 1]) && digit_before(text, begin - 1)) ||
           (end < text.size() && joins(text[end]) && digit_at(text, end + 1));
  }

  static long long floor_days(long long ms) { return ms >= 0 ? ms / kDayMs : -((kDayMs - 1 - ms) / kDayMs); }

  static Value to_value(long long day) {
    const base::Civil civil = base::civil_from_days(day);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", civil.year, civil.month, civil.day);
    return Value(text.data());
  }

  static Day read_numeric(const Groups& groups, bool asked, long long today) {
    const std::string_view a = groups[1];
    const std::string_view b = groups[3];
    const std::string_view c = groups[5];
    const char separator = groups[2][0];
    if (c.empty()) {
      return asked && separator == '/' && a.size() <= 2 ? next_day_of(today, to_int(a), to_int(b)) : std::nullopt;
    }
    if (groups[4][0] != separator) return std::nullopt;
    if (a.size() == 4) return c.size() <= 2 ? day_of(to_int(a), to_int(b), to_int(c)) : std::nullopt;
    if (a.size() > 2 || (c.size() != 4 && c.size() != 2)) return std::nullopt;
    const int year = full_year(c);
    const int first = to_int(a);
    const int second = to_int(b);
    const Day month_first = day_of(year, first, second);
    const Day day_first = day_of(year, second, first);
    if (separator == '.') return day_first ? day_first : month_first;
    return month_first ? month_first : day_first;
  }

  static Day read_named(const Groups& groups, long long today) {
    const bool day_first = !groups[1].empty();
    const int day = to_int(day_first ? groups[1] : groups[4]);
    const int month = index_of(kMonths, day_first ? groups[2] : groups[3]) + 1;
    return groups[5].empty() ? next_day_of(today, month, day) : day_of(to_int(groups[5]), month, day);
  }

  static Day read_near(const Groups& groups, long long today) {
    const std::string word = base::lower_ascii(groups[0]);
    if (word == "today") return today;
    if (word == "yesterday") return today - 1;
    if (word.find("after") != std::string::npos) return today + 2;
    return word.find("before") != std::string::npos ? today - 2 : today + 1;
  }

  static Day read_weekday(const Groups& groups, long long today) {
    const std::string which = base::lower_ascii(groups[1]);
    const int wanted = index_of(kWeekdays, groups[2]);
    const int now = base::weekday(today);
    const int ahead = (wanted - now + 7) % 7;
    if (which == "last" || which == "past") return today - (7 - ahead);
    if (which == "this") return today + ahead;
    if (which != "next") return today + (ahead == 0 ? 7 : ahead);
    const int since_monday = (now + 6) % 7;
    return today - since_monday + 7 + (wanted + 6) % 7;
  }

  static Day read_distance(const Groups& groups, long long today) {
    const bool is_ahead = !groups[1].empty();
    const std::string_view count = is_ahead ? groups[1] : groups[3];
    const auto number = base::lower_ascii(count) == "a" ? ReadNumber{Value(1), count.size()} : read_number(count, 0);
    const std::int64_t* days = number && number->end == count.size() ? number->value.if_int() : nullptr;
    if (!days || *days > 10'000) return std::nullopt;
    const std::string unit = base::lower_ascii(is_ahead ? groups[2] : groups[4]);
    const long long distance = unit[0] == 'w' ? 7 * *days : *days;
    return base::lower_ascii(groups[5]) == "ago" ? today - distance : today + distance;
  }

  // "the 5th": the next one of any month.
  static Day read_ordinal(const Groups& groups, long long today) {
    const int day = to_int(groups[1]);
    const base::Civil now = base::civil_from_days(today);
    for (int ahead = 0; ahead < 12; ++ahead) {
      const int month = now.month - 1 + ahead;
      const Day found = day_of(now.year + month / 12, month % 12 + 1, day);
      if (found && *found >= today) return found;
    }
    return std::nullopt;
  }

  static std::string month() {
    return "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
           "nov(?:ember)?|dec(?:ember)?";
  }

  // "Monday, the 30th": the day is what counts.
  static std::string with_weekday(const std::string& day) {
    return "(?:(?:sun|mon|tues|wednes|thurs|fri|satur)day,? +(?:the +)?)?" + day;
  }

  Pattern numeric_{with_weekday(R"(\b(\d{1,4})([-/.])(\d{1,2})(?:([-/.])(\d{1,4}))?\b)")};
  Pattern named_{with_weekday(R"(\b(?:(\d{1,2})(?:st|nd|rd|th)?(?: +day)?(?: +of)?[ -]+()" + month() + R"()|()" +
                              month() + R"() +(?:the +)?(\d{1,2})(?:st|nd|rd|th)?)(?:(?:,? +|,|-)(\d{4}))?\b)")};
  Pattern near_{"(?:the +)?day +after +tomorrow|(?:the +)?day +before +yesterday|today|tomorrow|tmrw|tmr|yesterday"};
  Pattern weekday_{"(?:(next|this|last|past|coming) +)?(sunday|monday|tuesday|wednesday|thursday|friday|saturday)"};
  Pattern short_weekday_{"(?:(next|this|last|past|coming) +)?(sun|mon|tues?|wed|thur?s?|fri|sat)"};
  Pattern distance_{R"(in +([a-z]+(?:[- ][a-z]+)?|\d{1,4}) +(days?|weeks?)(?: +time)?|)"
                    R"(([a-z]+|\d{1,4}) +(days?|weeks?) +(ago|from +(?:now|today)))"};
  Pattern ordinal_{with_weekday(R"(\b(\d{1,2})(?:st|nd|rd|th)\b)")};
};

}  // namespace

std::unique_ptr<const Recogniser> make_date() { return std::make_unique<Date>(); }

}  // namespace parley::intents
