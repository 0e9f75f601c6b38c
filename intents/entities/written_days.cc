#include <string>

#include "base/text.h"
#include "base/time.h"
#include "intents/entities/calendar.h"
#include "intents/entities/calendar_words.h"
#include "intents/entities/edges.h"
#include "intents/entities/matches.h"
#include "intents/entities/number_words.h"

namespace parley::intents {
namespace {

using Groups = Pattern::Groups;

bool is_after_on(std::string_view text, std::size_t begin) {
  return begin >= 3 && base::lower_ascii(text.substr(begin - 3, 3)) == "on ";
}

int to_int(std::string_view digits) { return static_cast<int>(to_integer(digits)); }

// "5", "5th", "fifth", "twenty-fifth", "fifteen"; 0 when it is none.
int day_number(std::string_view written) {
  std::size_t digits = 0;
  while (digit_at(written, digits)) ++digits;
  if (digits != 0) return to_int(written.substr(0, digits));
  auto number = read_ordinal_words(written, 0);
  if (!number) number = read_number_words(written, 0);
  const std::int64_t* value = number && number->end == written.size() ? number->value.if_int() : nullptr;
  return value && *value <= 31 ? static_cast<int>(*value) : 0;
}

// "1/2/3/4" and "10-5-3/2026" are something else.
bool is_joined(std::string_view text, std::size_t begin, std::size_t end) {
  const auto joins = [](char c) { return c == '/' || c == '-' || c == '.'; };
  return (begin > 1 && joins(text[begin - 1]) && digit_before(text, begin - 1)) ||
         (end < text.size() && joins(text[end]) && digit_at(text, end + 1)) || char_before(text, begin, '$');
}

template <class Read>
void search(const Pattern& pattern, std::string_view text, std::vector<NamedDay>& out, Read read,
            std::size_t group = 0) {
  for_each_match(
      pattern, text,
      [&](const Groups& groups, std::size_t begin, std::size_t end) {
        if (!stands_alone(text, begin, end) || is_joined(text, begin, end)) return;
        if (const Day day = read(groups)) out.push_back({*day, begin, end});
      },
      group);
}

// Of the numbers between one separator, written "1/2/2026" or "2026-1-2". Without a year it takes something that says
// that it is a date: a weekday, "on", or the question.
Day read_numeric(const Pattern& pattern, const Groups& groups, bool asked, const Today& today) {
  const auto group = [&](std::string_view name) { return pattern.group(groups, name); };
  const std::string_view a = group("a"), b = group("b"), c = group("c");
  const char separator = group("first")[0];
  const bool is_announced = asked || !group("weekday").empty() || !group("which").empty();
  if (c.empty()) {
    if (!is_announced || a.size() > 2 || (separator != '/' && group("weekday").empty())) return std::nullopt;
    if (separator == '-' && to_int(a) <= 12 && to_int(b) <= 12) return std::nullopt;  // hours of that day
    const Day month_first = nearest_day_of(today, to_int(a), to_int(b));
    const Day day_first = nearest_day_of(today, to_int(b), to_int(a));
    return today.day_first ? (day_first ? day_first : month_first) : (month_first ? month_first : day_first);
  }
  if (group("second")[0] != separator) return std::nullopt;
  if (a.size() == 4) return c.size() <= 2 ? day_of(to_int(a), to_int(b), to_int(c)) : std::nullopt;
  if (a.size() > 2 || (c.size() != 4 && c.size() != 2)) return std::nullopt;
  const Day month_first = day_of(year_of(c), to_int(a), to_int(b));
  const Day day_first = day_of(year_of(c), to_int(b), to_int(a));
  if (separator == '.' || today.day_first) return day_first ? day_first : month_first;
  return month_first ? month_first : day_first;
}

Day read_named(const Pattern& pattern, const Groups& groups, const Today& today) {
  const int month = month_of(pattern.group(groups, "month"));
  const int day = day_number(pattern.group(groups, "day"));
  std::string_view year = pattern.group(groups, "year");
  if (year.empty()) year = pattern.group(groups, "short_year");
  return year.empty() ? nearest_day_of(today, month, day) : day_of(year_of(year), month, day);
}

// "the 5th": the nearest one of any month; "friday the 13th": the nearest that is a friday.
Day read_day_of_month(const Pattern& pattern, const Groups& groups, const Today& today) {
  const int day = day_number(pattern.group(groups, "day"));
  const std::string_view name = pattern.group(groups, "weekday");
  const base::Civil now = base::civil_from_days(today.day);
  constexpr int kMonths = 28 * 12;  // weekdays come round
  for (int away = 0; away < kMonths; ++away) {
    const int month = now.year * 12 + now.month - 1 + (today.in_past ? -away : away);
    const Day found = day_of(month / 12, month % 12 + 1, day);
    const bool is_reached = found && (today.in_past ? *found <= today.day : *found >= today.day);
    if (is_reached && (name.empty() || base::weekday(*found) == weekday_of(name))) return found;
  }
  return std::nullopt;
}

Day read_holiday(const Groups& groups, const Today& today) {
  if (!groups[3].empty()) return holiday(groups[2], to_int(groups[3]));
  const int year = base::civil_from_days(today.day).year;
  const std::string which = base::lower_ascii(groups[1]);
  const bool is_before = which == "last";
  const bool in_past = is_before || (which.empty() && today.in_past);
  for (const int offset : {0, 1}) {
    const Day found = holiday(groups[2], in_past ? year - offset : year + offset);
    if (found && (is_before ? *found < today.day : in_past ? *found <= today.day : *found >= today.day)) return found;
  }
  return std::nullopt;
}

// The pieces of the patterns.
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

WrittenDays::WrittenDays()
    : numeric_("\\b(?:(?P<which>this|next|coming) )?(?:" + weekday() +
               R"( )?(?P<a>\d{1,4})(?P<first>[-/.])(?P<b>\d{1,2})(?:(?P<second>[-/.])(?P<c>\d{1,4}))?\b)"),
      spaced_(R"(\b(\d{4}) (\d{1,2}) (\d{1,2})\b)"),
      compact_(R"(\b((?:19|20)\d\d)(\d\d)(\d\d)\b)"),
      day_first_(announced() + day() + "(?: +day)?(?: +of)?[ /-]+" + month() + year() + "\\b"),
      month_first_("\\b(?:" + weekday() + " )?" + month() + "[ ,/-]*(?:the +)?" + day() + year() + "\\b"),
      year_first_("\\b(?P<year>\\d{4})[ /-](?:(?P<d>\\d{1,2})[ /-])?" + month() + "(?:[ /-](?P<day>\\d{1,2}))?\\b"),
      day_of_month_("\\b" + weekday() + " (?:the )?(?P<day>\\d{1,2}(?:st|nd|rd|th)|" + std::string(kOrdinalDays) +
                    ")\\b"),
      on_day_(R"(\bon ((?:the )?(?P<day>\d{1,2}(?:st|nd|rd|th)))\b)"),
      bare_day_("\\b(" + weekday() + " (?:the )?(?P<day>1[3-9]|2[0-9]|3[01]))(?:[.,!?;]|$| at | from | in )"),
      asked_day_(R"(\b(?P<day>\d{1,2}(?:st|nd|rd|th))\b)"),
      asked_numbers_("\\b" + std::string(kSaidNumber) + "(?:,? (?:of |on )?|[/.-])?" + std::string(kSaidNumber) +
                     "(?: of| in|,)? (\\d{4}|(?:(19|20) )?(\\d\\d))\\b"),
      holiday_("\\b(?:(this|next|last|following) )?(" + std::string(holiday_names()) + ")(?:,? (?:of )?(\\d{4}))?\\b") {
}

void WrittenDays::find(std::string_view text, const Today& today, bool asked, std::vector<NamedDay>& out) const {
  search(numeric_, text, out, [&](const Groups& groups) {
    const auto begin = static_cast<std::size_t>(groups[0].data() - text.data());
    return read_numeric(numeric_, groups, asked || is_after_on(text, begin), today);
  });
  for (const Pattern* year_to_day : {&compact_, &spaced_}) {
    search(*year_to_day, text, out,
           [&](const Groups& groups) { return day_of(to_int(groups[1]), to_int(groups[2]), to_int(groups[3])); });
  }
  search(day_first_, text, out, [&](const Groups& groups) { return read_named(day_first_, groups, today); });
  search(month_first_, text, out, [&](const Groups& groups) { return read_named(month_first_, groups, today); });
  search(year_first_, text, out, [&](const Groups& groups) -> Day {
    const auto group = [&](std::string_view name) { return year_first_.group(groups, name); };
    const std::string_view number = group("day").empty() ? group("d") : group("day");
    if (number.empty() || (!group("day").empty() && !group("d").empty())) return std::nullopt;
    return day_of(to_int(group("year")), month_of(group("month")), to_int(number));
  });
  search(day_of_month_, text, out,
         [&](const Groups& groups) { return read_day_of_month(day_of_month_, groups, today); });
  search(
      on_day_, text, out, [&](const Groups& groups) { return read_day_of_month(on_day_, groups, today); }, 1);
  search(
      bare_day_, text, out, [&](const Groups& groups) { return read_day_of_month(bare_day_, groups, today); }, 1);
  search(holiday_, text, out, [&](const Groups& groups) { return read_holiday(groups, today); });
  if (!asked) return;
  // "18 5 1946", "2709 19 79", "27th of the 9th 79": said aloud, the day comes first.
  search(asked_numbers_, text, out, [&](const Groups& groups) {
    const int year = groups[4].empty() ? year_of(groups[3]) : 100 * to_int(groups[4]) + to_int(groups[5]);
    const Day day_first = day_of(year, day_number(groups[2]), day_number(groups[1]));
    return day_first ? day_first : day_of(year, day_number(groups[1]), day_number(groups[2]));
  });
  search(asked_day_, text, out, [&](const Groups& groups) { return read_day_of_month(asked_day_, groups, today); });
}

}  // namespace parley::intents
