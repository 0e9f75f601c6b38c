// Tested by tests/intents/dates_test.cc.
#include "intents/entities/calendar.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/boundaries.h"
#include "base/text.h"
#include "base/time.h"
#include "intents/entities/number_words.h"

namespace parley::intents {

long long day_of_moment(long long ms) { return ms >= 0 ? ms / kDayMs : -((kDayMs - 1 - ms) / kDayMs); }

Day day_of(int year, int month, int day) {
  if (year < kFirstYear || year > 9999 || !base::valid_date(year, month, day)) return std::nullopt;
  return base::days_from_civil(year, month, day);
}

Day nearest_day_of(const Today& today, int month, int day) {
  const int year = base::civil_from_days(today.day).year;
  for (int away = 0; away <= 8; ++away) {
    const Day found = day_of(today.in_past ? year - away : year + away, month, day);
    if (found && (today.in_past ? *found <= today.day : *found >= today.day)) return found;
  }
  return std::nullopt;
}

long long add_months(long long day, long long months) {
  const base::Civil from = base::civil_from_days(day);
  const long long total = from.year * 12LL + from.month - 1 + months;
  const int year = static_cast<int>(std::clamp(total / 12, static_cast<long long>(kFirstYear), 9999LL));
  const int month = static_cast<int>((total % 12 + 12) % 12) + 1;
  for (int last = from.day;; --last) {
    if (const Day found = day_of(year, month, last)) return *found;
  }
}

Value to_date(long long day) {
  const base::Civil civil = base::civil_from_days(day);
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", civil.year, civil.month, civil.day);
  return Value(text.data());
}

// "nineteen ninety six" is two numbers; "two thousand and five" and "nineteen hundred five" are one.
int year_of(std::string_view written) {
  if (base::char_at(written, 0, '\'')) written.remove_prefix(1);
  if (base::digit_at(written, 0)) {
    const int year = static_cast<int>(to_integer(written));
    if (written.size() != 2) return year;
    return year < 70 ? 2000 + year : 1900 + year;
  }
  const auto first = read_number_words(written, 0);
  const std::int64_t* value = first ? first->value.if_int() : nullptr;
  if (!value) return -1;
  if (first->end == written.size()) return static_cast<int>(*value);
  const Word next = next_word(written, first->end);
  const auto second = read_number_words(written, next.end - next.text.size());
  const std::int64_t* rest = second && second->end == written.size() ? second->value.if_int() : nullptr;
  return rest && *value < 100 && *rest < 100 ? static_cast<int>(*value * 100 + *rest) : -1;
}

}  // namespace parley::intents
