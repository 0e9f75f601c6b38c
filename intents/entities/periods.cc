// Tested by tests/intents/dates_test.cc.
#include "intents/entities/periods.h"

#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "base/time.h"
#include "intents/entities/calendar_words.h"
#include "intents/entities/codes.h"
#include "intents/entities/matches.h"
#include "intents/entities/numbers.h"

namespace parley::intents {
namespace {

constexpr long long kMaxPeriodUnits = 1'000;

// Makes a range from `from` to the day before `end`.
Value range(long long from, long long end) {
  return Value(Value::Object{{"from", to_date(from)}, {"to", to_date(end - 1)}});
}

bool is_past_word(std::string_view which) { return which == "last" || which == "past" || which == "previous"; }

long long months_in(Unit unit) {
  switch (unit) {
    case Unit::kMonth: return 1;
    case Unit::kQuarter: return 3;
    case Unit::kYear: return 12;
    case Unit::kDecade: return 120;
    default: return 0;
  }
}

long long days_in(Unit unit) { return unit == Unit::kWeek ? 7 : unit == Unit::kFortnight ? 14 : 1; }

// Returns the first day of the week, month, quarter or year that contains `day`.
long long beginning_of(long long day, Unit unit) {
  if (const long long months = months_in(unit)) {
    const base::Civil civil = base::civil_from_days(day);
    const long long first = base::days_from_civil(civil.year, civil.month, 1);
    return add_months(first, -((civil.year * 12LL + civil.month - 1) % months));
  }
  return unit == Unit::kWeek ? day - (base::weekday(day) + 6) % 7 : day;
}

long long moved(long long day, Unit unit, long long count) {
  const long long months = months_in(unit);
  return months != 0 ? add_months(day, months * count) : day + days_in(unit) * count;
}

// A bare number is a year, and a year belongs to a month, only in this window.
bool is_plausible_year(int year) { return year >= 1900 && year <= 2100; }

// Returns true for "in March" and for a message that is only the month.
bool is_month_expected(std::string_view text, std::size_t begin, std::size_t end) {
  static const Pattern lead(R"((?:^|\b(?:in|during|of|for|im)) *$)");
  const std::size_t from = begin - std::min<std::size_t>(begin, 8);
  const bool is_led = lead.occurs_in(text.substr(from, begin - from));
  return is_led && (begin > 0 || text.find_first_not_of(" .,!?", end) == std::string_view::npos);
}

// Returns true for digits that are no year after a month: "January 171", "October 20261".
bool has_long_digits(std::string_view text, std::size_t at) {
  if (!base::char_at(text, at, ' ')) return false;
  std::size_t end = at + 1;
  while (base::digit_at(text, end)) ++end;
  const std::size_t digits = end - at - 1;
  return digits > 2 && digits != 4 && !base::letter_at(text, end);
}

// A number before one of these words is an amount, a size or a count.
const Pattern& unit_after() {
  static const Pattern compiled(
      R"(^(?: (?:to|and|or|-) [$]?\d[\d.,]*)? ?(?:[$%]|\x{20ac}|\x{a3}|(?:euros?|dollars?|pounds?|eur|usd|gbp|chf|francs?|bucks|cents?|k|km|kg|g|m|cm|mm|)"
      R"(miles?|people|persons?|items|pieces|units|times|points|kwh|mb|gb|calories|words|steps)\b))");
  return compiled;
}

// Returns true if four digits are something else than a year: "flight BA 2026", "2026 euros", "030 12 03 2026".
// `is_part`: of a range, which may join two years with a dash.
bool is_other_number(std::string_view text, std::size_t begin, std::size_t end, bool is_part) {
  return (!is_part && is_part_of_code(text, begin, end)) || has_digits_beside(text, begin, end) ||
         is_after_number_label(text, begin, NumberLabel::kAny) || unit_after().occurs_in(text.substr(end));
}

}  // namespace

Periods::Periods()
    : unit_(
          "\\b(?:(?:later |earlier )?(this|next|last|past|previous|following|coming|same|that) (week|month|quarter|"
          "year|weekend|decade|fortnight)|(?:the )?(weekend))\\b"),
      units_(
          R"(\b(?:(next|last|past|previous|following|coming) (\d{1,3}|[a-z]+(?:[- ][a-z]+)?) )"
          R"((?:business |working )?(days|weeks|months|quarters|years|decades|fortnights)\b)"
          R"(|(\d{1,3}|[a-z]+) (next|last|past|previous|following|upcoming|coming) (days|weeks|months|quarters|years)\b))"),
      month_("\\b(?:(this|next|last|early|late|mid)[ -])?(" + std::string(kMonthNames) +
             ")\\b(?:\\.?,? (?:of |in )?(\\d{4}|" + std::string(kYearWords) + ")\\b)?"),
      year_(R"(\b(?:(?:the )?(?:(?:calendar|fiscal) )?year )?((?:19|20)\d\d)\b)"),
      days_of_month_(
          "\\b(?:(from|between) )?(?:(\\d{1,2})(?:st|nd|rd|th)?(?: ?- ?| to | and | through | till )"
          "(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(" +
          std::string(kMonthNames) + ")|(" + std::string(kMonthNames) +
          ") (\\d{1,2})(?:st|nd|rd|th)?(?: ?- ?| to | through | till )(\\d{1,2})(?:st|nd|rd|th)?)\\b") {}

void Periods::find(std::string_view text, const Today& now, bool is_part, std::vector<Found>& out) const {
  const long long today = now.day;
  for_each_match(unit_, text, [&](const Pattern::Groups& groups, std::size_t begin, std::size_t end) {
    const std::string which = base::lower_ascii(groups[1]);
    const int ahead = is_past_word(which) ? -1 : which == "next" || which == "following" || which == "coming" ? 1 : 0;
    const std::string name = base::lower_ascii(groups[2].empty() ? groups[3] : groups[2]);
    if (name == "weekend") {
      long long saturday = beginning_of(today, Unit::kWeek) + 5 + 7 * ahead;
      if (which.empty() && now.in_past && saturday > today) saturday -= 7;
      out.push_back({range(saturday, saturday + 2), begin, end});
      return;
    }
    const Unit unit = unit_of(name);
    const long long from = moved(beginning_of(today, unit), unit, ahead);
    out.push_back({range(from, moved(from, unit, 1)), begin, end});
  });
  for_each_match(units_, text, [&](const Pattern::Groups& groups, std::size_t begin, std::size_t end) {
    const bool is_number_first = groups[1].empty();
    const std::string_view count = is_number_first ? groups[4] : groups[2];
    const auto number = read_number(count, 0);
    const std::int64_t* many = number && number->end == count.size() ? number->value.if_int() : nullptr;
    if (!many || *many > kMaxPeriodUnits) return;
    const Unit unit = unit_of(is_number_first ? groups[6] : groups[3]);
    const bool back = is_past_word(base::lower_ascii(is_number_first ? groups[5] : groups[1]));
    out.push_back({back ? range(moved(today, unit, -*many), today) : range(today + 1, moved(today + 1, unit, *many)),
                   begin, end});
  });
  for_each_match(month_, text, [&](const Pattern::Groups& groups, std::size_t begin, std::size_t end) {
    if (base::char_before(text, begin, '-') && base::digit_before(text, begin - 1)) return;  // "05-MAR-2026"
    const std::string which = base::lower_ascii(groups[1]);
    const int month = month_of(groups[2]);
    const bool is_word = groups[2].size() < 4 || base::lower_ascii(groups[2]) == "march";  // "may", "mar", "march on"
    if (is_word && !is_part && which.empty() && groups[3].empty() && !is_month_expected(text, begin, end)) return;
    const base::Civil date = base::civil_from_days(today);
    const bool is_past_word = which == "last" || (now.in_past && which != "this" && which != "next");
    int year = groups[3].empty() ? date.year : year_of(groups[3]);
    if (!groups[3].empty() && !is_plausible_year(year)) return;
    if (groups[3].empty() && has_long_digits(text, end)) return;
    if (groups[3].empty() && which != "this" && month < date.month) ++year;
    if (groups[3].empty() && is_past_word) {
      const bool is_over = month < date.month || (which != "last" && month == date.month);
      year = is_over ? date.year : date.year - 1;
    }
    const Day from = day_of(year, month, 1);
    if (from) out.push_back({range(*from, add_months(*from, 1)), begin, end});
  });
  for_each_match(year_, text, [&](const Pattern::Groups& groups, std::size_t begin, std::size_t end) {
    const auto joins = [&](std::size_t at) {
      return at < text.size() && std::string_view("$-/.,:#").find(text[at]) != std::string_view::npos;
    };
    if ((begin > 0 && joins(begin - 1) && !is_part) || (joins(end) && base::digit_at(text, end + 1))) return;
    if (is_other_number(text, begin, end, is_part)) return;
    const int year = year_of(groups[1]);
    out.push_back({range(base::days_from_civil(year, 1, 1), base::days_from_civil(year + 1, 1, 1)), begin, end});
  });
  for_each_match(days_of_month_, text, [&](const Pattern::Groups& groups, std::size_t begin, std::size_t end) {
    const bool day_first = !groups[4].empty();
    const int month = month_of(day_first ? groups[4] : groups[5]);
    const auto number = [&](std::size_t i) { return static_cast<int>(to_integer(groups[day_first ? i : i + 4])); };
    const Day from = nearest_day_of(now, month, number(2));
    const Day to = from ? day_of(base::civil_from_days(*from).year, month, number(3)) : Day();
    if (to && *to >= *from) {
      out.push_back({range(*from, *to + 1), begin, end});
    } else {
      out.push_back({Value(), begin, end, false, to ? kEndsBeforeItBegins : kNoSuchDay});
    }
  });
}

}  // namespace parley::intents
