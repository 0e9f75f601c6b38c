// Tested by tests/intents/dates_test.cc and day_first_test.cc.
#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "base/time.h"
#include "intents/entities/calendar.h"
#include "intents/entities/calendar_words.h"
#include "intents/entities/codes.h"
#include "intents/entities/matches.h"
#include "intents/entities/number_words.h"

namespace parley::intents {
namespace {

using Groups = Pattern::Groups;

bool is_after_on(std::string_view text, std::size_t begin) {
  return begin >= 3 && base::lower_ascii(text.substr(begin - 3, 3)) == "on ";
}

int to_int(std::string_view digits) { return static_cast<int>(to_integer(digits)); }

// Reads "5", "5th", "fifth", "twenty-fifth" or "fifteen". Returns 0 if it is not a day.
int day_number(std::string_view written) {
  std::size_t digits = 0;
  while (base::digit_at(written, digits)) ++digits;
  if (digits != 0) return to_int(written.substr(0, digits));
  auto number = read_ordinal_words(written, 0);
  if (!number) number = read_number_words(written, 0);
  const std::int64_t* value = number && number->end == written.size() ? number->value.if_int() : nullptr;
  return value && *value <= 31 ? static_cast<int>(*value) : 0;
}

// "1/2/3/4" and "10-5-3/2026" are not dates.
bool is_part_of_longer_date(std::string_view text, std::size_t begin, std::size_t end) {
  const auto joins = [](char c) { return c == '/' || c == '-' || c == '.'; };
  return (begin > 1 && joins(text[begin - 1]) && base::digit_before(text, begin - 1)) ||
         (end < text.size() && joins(text[end]) && base::digit_at(text, end + 1)) ||
         base::char_before(text, begin, '$');
}

// ReadDay is a day found in the text. If `day` is unset, `is_date` says whether the text has the form of a date that
// does not exist.
struct ReadDay {
  ReadDay(Day read, bool has_form = false) : day(read), is_date(has_form) {}

  Day day;
  bool is_date;
  std::size_t excess = 0;  // bytes at the end of the match that are not part of the day
};

template <class Read>
void search(const Pattern& pattern, std::string_view text, std::vector<NamedDay>& out, Read read,
            std::size_t group = 0) {
  for_each_match(
      pattern, text,
      [&](const Groups& groups, std::size_t begin, std::size_t end) {
        if (!base::stands_alone(text, begin, end) || is_part_of_longer_date(text, begin, end)) return;
        const ReadDay read_day = read(groups);
        if (read_day.day || read_day.is_date)
          out.push_back({read_day.day.value_or(0), begin, end - read_day.excess, read_day.day.has_value()});
      },
      group);
}

bool is_month(int number) { return number >= 1 && number <= 12; }
bool is_day(int number) { return number >= 1 && number <= 31; }
bool is_likely_year(int year) { return year >= 1900 && year < 2200; }

// Reads numbers with one separator, such as "1/2/2026" or "2026-1-2". Without a year, numbers are a date only after a
// weekday, after "on", or as the answer to a question for a date.
ReadDay read_numeric(const Pattern& pattern, const Groups& groups, bool asked, const Today& today) {
  const auto group = [&](std::string_view name) { return pattern.group(groups, name); };
  const std::string_view a = group("a"), b = group("b"), c = group("c");
  const char separator = group("first")[0];
  const bool is_announced = asked || !group("weekday").empty() || !group("which").empty();
  const bool is_day_and_month =
      (is_month(to_int(a)) && is_day(to_int(b))) || (is_month(to_int(b)) && is_day(to_int(a)));
  if (c.empty()) {
    const bool is_dotted = separator == '.' && asked && today.day_first;
    if (!is_announced || a.size() > 2) return Day();
    if (separator != '/' && !is_dotted && group("weekday").empty()) return Day();
    if (separator == '-' && to_int(a) <= 12 && to_int(b) <= 12) return Day();  // "monday 9-5": hours
    const Day month_first = nearest_day_of(today, to_int(a), to_int(b));
    const Day day_first = nearest_day_of(today, to_int(b), to_int(a));
    return {today.day_first ? (day_first ? day_first : month_first) : (month_first ? month_first : day_first),
            is_day_and_month};
  }
  if (group("second")[0] != separator) return Day();
  if (a.size() == 4) {
    if (c.size() > 2) return Day();
    const bool is_date = is_likely_year(to_int(a)) && is_month(to_int(b)) && is_day(to_int(c));
    return {day_of(to_int(a), to_int(b), to_int(c)), is_date};
  }
  if (a.size() > 2 || (c.size() != 4 && c.size() != 2)) return Day();
  const Day month_first = day_of(year_of(c), to_int(a), to_int(b));
  const Day day_first = day_of(year_of(c), to_int(b), to_int(a));
  const bool is_date = is_day_and_month && is_likely_year(year_of(c));
  if (separator == '.' || today.day_first) return {day_first ? day_first : month_first, is_date};
  return {month_first ? month_first : day_first, is_date};
}

// Reads "12.05." with the day first, as in countries that use dots.
ReadDay read_dotted(const Groups& groups, const Today& today) {
  const int day = to_int(groups[2]), month = to_int(groups[3]);
  return {nearest_day_of(today, month, day), is_month(month) && is_day(day)};
}

ReadDay read_named(const Pattern& pattern, const Groups& groups, const Today& today) {
  const int month = month_of(pattern.group(groups, "month"));
  const int day = day_number(pattern.group(groups, "day"));
  std::string_view year = pattern.group(groups, "year");
  if (year.empty()) year = pattern.group(groups, "short_year");
  const bool is_last_of_month = day > 28 && is_day(day);
  if (year.empty()) return {nearest_day_of(today, month, day), is_last_of_month};
  if (!base::digit_at(year, year.size() - 1) && year_of(year) < kFirstYear) {  // "March 5 twenty people"
    ReadDay read_day(nearest_day_of(today, month, day), is_last_of_month);
    read_day.excess = static_cast<std::size_t>(groups[0].data() + groups[0].size() - year.data()) + 1;
    return read_day;
  }
  return {day_of(year_of(year), month, day), day > 0};
}

// Reads "the 5th" as the nearest 5th of a month, and "friday the 13th" as the nearest 13th on a Friday.
Day read_day_of_month(const Pattern& pattern, const Groups& groups, const Today& today) {
  const int day = day_number(pattern.group(groups, "day"));
  const std::string_view name = pattern.group(groups, "weekday");
  const base::Civil now = base::civil_from_days(today.day);
  constexpr int kMonths = 28 * 12;  // after 28 years the weekdays repeat
  for (int away = 0; away < kMonths; ++away) {
    const int month = now.year * 12 + now.month - 1 + (today.in_past ? -away : away);
    const Day found = day_of(month / 12, month % 12 + 1, day);
    const bool is_reached = found && (today.in_past ? *found <= today.day : *found >= today.day);
    if (is_reached && (name.empty() || base::weekday(*found) == weekday_of(name))) return found;
  }
  return std::nullopt;
}

// Reads "the first of next month" and "the last day of this month".
ReadDay read_day_of_near_month(const Pattern& pattern, const Groups& groups, const Today& today) {
  const std::string which = base::lower_ascii(pattern.group(groups, "which"));
  const bool is_before = which == "last" || which == "past" || which == "previous";
  const base::Civil now = base::civil_from_days(today.day);
  const long long this_month = base::days_from_civil(now.year, now.month, 1);
  const long long first = which == "this" ? this_month : add_months(this_month, is_before ? -1 : 1);
  if (pattern.group(groups, "day").empty()) return Day(add_months(first, 1) - 1);
  const base::Civil month = base::civil_from_days(first);
  const int day = day_number(pattern.group(groups, "day"));
  return {day_of(month.year, month.month, day), is_day(day)};
}

Day read_holiday(const Groups& groups, const Today& today) {
  if (!groups[3].empty()) return holiday(groups[2], to_int(groups[3]));
  const int year = base::civil_from_days(today.day).year;
  const std::string modifier = base::lower_ascii(groups[1]);
  const bool is_before = modifier == "last";
  const bool in_past = is_before || (modifier.empty() && today.in_past);
  for (const int offset : {0, 1}) {
    const Day found = holiday(groups[2], in_past ? year - offset : year + offset);
    if (found && (is_before ? *found < today.day : in_past ? *found <= today.day : *found >= today.day)) return found;
  }
  return std::nullopt;
}

// Parts of the patterns.
constexpr std::string_view kSaidNumber = "(?:the )?(\\d{1,2}(?:st|nd|rd|th)?)";
std::string month() { return "(?P<month>" + std::string(kMonthNames) + ")\\.?"; }
std::string weekday() {
  return "(?P<weekday>" + std::string(kWeekdayNames) + "|" + std::string(kShortWeekdays) + ")\\.?,?";
}
std::string day() {
  return "(?P<day>\\d{1,2}(?: ?(?:st|nd|rd|th))?|" + std::string(kOrdinalDays) + "|" + std::string(kDayNumbers) + ")";
}
std::string announced() { return "\\b(?:(?:this|next|coming) )?(?:" + weekday() + " )?(?:the )?"; }
std::string year() {
  return "(?:(?: ?, ?| of |[ /-])(?:in )?(?P<year>\\d{4}|" + std::string(kYearWords) +
         ")| of '?(?P<short_year>\\d\\d))?";
}

}  // namespace

DateFormats::DateFormats()
    : numeric_("\\b(?:(?P<which>this|next|coming) )?(?:" + weekday() +
               R"( )?(?P<a>\d{1,4})(?P<first>[-/.])(?P<b>\d{1,2})(?:(?P<second>[-/.])(?P<c>\d{1,4}))?\b)"),
      spaced_(R"(\b((?:1[89]|2[01])\d\d) (\d{1,2}) (\d{1,2})\b)"),
      compact_(R"(\b((?:19|20)\d\d)(\d\d)(\d\d)\b)"),
      day_first_(announced() + day() + "(?: +day)?(?: +of)?[ /-]+" + month() + year() + "\\b"),
      month_first_("\\b(?:" + weekday() + " )?" + month() + "[ ,/-]*(?:the +)?" + day() + year() + "\\b"),
      year_first_("\\b(?P<year>\\d{4})[ /-](?:(?P<d>\\d{1,2})[ /-])?" + month() + "(?:[ /-](?P<day>\\d{1,2}))?\\b"),
      day_of_month_("\\b" + weekday() + " (?:the )?(?P<day>\\d{1,2}(?:st|nd|rd|th)|" + std::string(kOrdinalDays) +
                    ")\\b"),
      on_day_(R"(\bon ((?:the )?(?P<day>\d{1,2}(?:st|nd|rd|th)))\b)"),
      bare_day_("\\b(" + weekday() + " (?:the )?(?P<day>1[3-9]|2[0-9]|3[01]))(?:[.,!?;]|$| at | from | in )"),
      of_month_("\\b(?:the )?(?:(?P<day>\\d{1,2}(?:st|nd|rd|th)|" + std::string(kOrdinalDays) +
                ")(?: day)?|last day) of (?:the )?(?P<which>this|next|coming|following|last|past|previous) month\\b"),
      asked_day_(R"(\b(?P<day>\d{1,2}(?:st|nd|rd|th))\b)"),
      asked_word_("\\b(the (?P<day>" + std::string(kOrdinalDays) + "))(?:[.,!?;]|$| at | for | please)"),
      asked_numbers_("\\b" + std::string(kSaidNumber) + "(?:,? (?:of |on )?|[/.-])?" + std::string(kSaidNumber) +
                     "(?: of| in|,)? (\\d{4}|(?:(19|20) )?(\\d\\d))\\b"),
      asked_dots_(R"(\b((\d{1,2})\. ?(\d{1,2})\.)(?:\D|$))"),
      holiday_("\\b(?:(this|next|last|following) )?(" + std::string(holiday_names()) + ")(?:,? (?:of )?(\\d{4}))?\\b"),
      other_year_(R"(^(?:,? (?:of |in )?|[/-])(?:\d{3}|\d{5,})[^\pL\pN]*$)") {}

void DateFormats::find(std::string_view text, const Today& today, bool asked, std::vector<NamedDay>& out) const {
  const auto begin_of = [&](const Groups& groups) { return static_cast<std::size_t>(groups[0].data() - text.data()); };
  // For digits separated only by blanks.
  const auto is_other_number = [&](const Groups& groups) {
    const std::size_t begin = begin_of(groups);
    return has_digits_beside(text, begin, begin + groups[0].size()) ||
           is_after_number_label(text, begin, NumberLabel::kAny);
  };
  search(numeric_, text, out, [&](const Groups& groups) -> ReadDay {
    const std::size_t begin = begin_of(groups);
    const ReadDay read_day = read_numeric(numeric_, groups, asked || is_after_on(text, begin), today);
    return (read_day.day || read_day.is_date) && is_after_number_label(text, begin, NumberLabel::kStrong)
               ? ReadDay(Day())
               : read_day;
  });
  for (const Pattern* year_to_day : {&compact_, &spaced_}) {
    search(*year_to_day, text, out, [&](const Groups& groups) -> ReadDay {
      if (is_other_number(groups)) return Day();
      return day_of(to_int(groups[1]), to_int(groups[2]), to_int(groups[3]));
    });
  }
  for (const Pattern* named : {&day_first_, &month_first_}) {
    search(*named, text, out, [&](const Groups& groups) -> ReadDay {
      if (is_after_number_label(text, begin_of(groups), NumberLabel::kStrong)) return Day();
      const bool has_year = !named->group(groups, "year").empty() || !named->group(groups, "short_year").empty();
      const std::string_view after = text.substr(begin_of(groups) + groups[0].size());
      if (!has_year && other_year_.find(after)) return {Day(), true};
      return read_named(*named, groups, today);
    });
  }
  search(year_first_, text, out, [&](const Groups& groups) -> ReadDay {
    const auto group = [&](std::string_view name) { return year_first_.group(groups, name); };
    const std::string_view number = group("day").empty() ? group("d") : group("day");
    if (number.empty() || (!group("day").empty() && !group("d").empty())) return Day();
    return {day_of(to_int(group("year")), month_of(group("month")), to_int(number)), is_day(to_int(number))};
  });
  search(day_of_month_, text, out,
         [&](const Groups& groups) { return read_day_of_month(day_of_month_, groups, today); });
  search(
      on_day_, text, out, [&](const Groups& groups) { return read_day_of_month(on_day_, groups, today); }, 1);
  search(
      bare_day_, text, out, [&](const Groups& groups) { return read_day_of_month(bare_day_, groups, today); }, 1);
  search(of_month_, text, out, [&](const Groups& groups) { return read_day_of_near_month(of_month_, groups, today); });
  search(holiday_, text, out, [&](const Groups& groups) { return read_holiday(groups, today); });
  if (!asked) return;
  search(
      asked_word_, text, out, [&](const Groups& groups) { return read_day_of_month(asked_word_, groups, today); }, 1);
  // "18 5 1946", "2709 19 79", "27th of the 9th 79": the day comes first in speech.
  search(asked_numbers_, text, out, [&](const Groups& groups) -> ReadDay {
    const bool is_one_group = groups[1].data() + groups[1].size() == groups[2].data();
    if (is_one_group && groups[1].size() + groups[2].size() != std::string_view("2709").size()) return Day();
    if (is_other_number(groups)) return Day();
    const int year = groups[4].empty() ? year_of(groups[3]) : 100 * to_int(groups[4]) + to_int(groups[5]);
    const Day day_first = day_of(year, day_number(groups[2]), day_number(groups[1]));
    return day_first ? day_first : day_of(year, day_number(groups[1]), day_number(groups[2]));
  });
  search(
      asked_dots_, text, out,
      [&](const Groups& groups) -> ReadDay {
        return is_after_number_label(text, begin_of(groups), NumberLabel::kStrong) ? ReadDay(Day())
                                                                                   : read_dotted(groups, today);
      },
      1);
  search(asked_day_, text, out, [&](const Groups& groups) -> ReadDay {
    // "13th 1119" is a longer number, not a day.
    const std::size_t end = begin_of(groups) + groups[0].size();
    if (base::char_at(text, end, ' ') && base::digit_at(text, end + 1) && base::digit_at(text, end + 2) &&
        base::digit_at(text, end + 3)) {
      return Day();
    }
    return read_day_of_month(asked_day_, groups, today);
  });
}

}  // namespace parley::intents
