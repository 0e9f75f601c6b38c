// Tested by tests/intents/dates_test.cc.
#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "base/time.h"
#include "intents/entities/calendar.h"
#include "intents/entities/calendar_words.h"
#include "intents/entities/matches.h"

namespace parley::intents {
namespace {

using Groups = Pattern::Groups;

constexpr long long kMaxDays = 10'000;
constexpr long long kMaxMonths = 1'200;

long long read_near(std::string_view phrase, long long today) {
  const std::string word = base::lower_ascii(phrase);
  if (word == "today") return today;
  if (word == "yesterday") return today - 1;
  if (word.find("after") != std::string::npos) return today + 2;
  return word.find("before") != std::string::npos ? today - 2 : today + 1;
}

bool is_past_modifier(std::string_view modifier) {
  return modifier == "last" || modifier == "past" || modifier == "previous";
}

long long weekday_of_week(std::string_view phrase, std::string_view name, long long today) {
  const std::string modifier = base::lower_ascii(phrase);
  const long long monday = today - (base::weekday(today) + 6) % 7;
  const int weeks = is_past_modifier(modifier) ? -1 : modifier == "this" ? 0 : 1;
  return monday + 7 * weeks + (weekday_of(name) + 6) % 7;
}

long long read_weekday(std::string_view phrase, std::string_view name, const Today& now) {
  const long long today = now.day;
  std::string modifier = base::lower_ascii(phrase);
  if (modifier.compare(0, 5, "this ") == 0) modifier.erase(0, 5);
  const int wanted = weekday_of(name);
  const int ahead = (wanted - base::weekday(today) + 7) % 7;
  if (modifier == "previous") return weekday_of_week(modifier, name, today);
  if (is_past_modifier(modifier) || (modifier.empty() && now.in_past)) return today - (7 - ahead);
  if (modifier == "this") return today + ahead;
  if (modifier != "next") return today + (ahead == 0 ? 7 : ahead);
  const int since_monday = (base::weekday(today) + 6) % 7;
  return today - since_monday + 7 + (wanted + 6) % 7;
}

long long moved(long long day, const ParsedDuration& length, int direction) {
  return add_months(day, direction * length.months) + direction * length.days;
}

// "every tuesday" is not a day.
bool is_repeated(std::string_view before) {
  const std::string word = base::lower_ascii(before.substr(before.size() - std::min<std::size_t>(before.size(), 6)));
  const std::string_view trimmed = base::trim(word);
  return trimmed == "every" || (trimmed.size() >= 4 && trimmed.substr(trimmed.size() - 4) == "each");
}

template <class Read>
void find_days(const Pattern& pattern, std::string_view text, std::vector<NamedDay>& out, Read read) {
  for_each_match(pattern, text, [&](const Groups& groups, std::size_t begin, std::size_t end) {
    if (base::stands_alone(text, begin, end) && !is_repeated(text.substr(0, begin)))
      out.push_back({read(groups), begin, end});
  });
}

std::string modifier_group() {
  return "(?:(next|this(?: past| coming)?|last|past|coming|previous|following|upcoming) +)?";
}

}  // namespace

RelativeDays::RelativeDays()
    : near_(
          "(?:the +)?day +after +(?:tomorrow|tmrw)|(?:the +)?day +before +yesterday|today|tomorrow|tmrw|tmr|yesterday"),
      weekday_(modifier_group() + "(" + std::string(kWeekdayNames) + ")"),
      weekday_of_week_("(?:(next|this|last|previous|following) week,?(?: on)? (" + std::string(kWeekdayNames) + "|" +
                       std::string(kShortWeekdays) + ")|(?:on )?(" + std::string(kWeekdayNames) +
                       "),? (?:of )?(next|this|last|previous|the following) week)"),
      short_weekday_(modifier_group() + "(" + std::string(kShortWeekdays) + ")"),
      in_("\\b(?:in|after) +$"),
      from_now_("^ *(ago|earlier|later|hence|from +(?:now|today)|time)\\b"),
      from_day_("^ +(before|after|from|since) +(?:the +)?$"),
      weekday_before_("\\b(" + std::string(kWeekdayNames) + ") $"),
      weekday_after_("^ on (" + std::string(kWeekdayNames) + ")\\b") {}

void RelativeDays::find(std::string_view text, const Today& now, bool asked, std::vector<NamedDay>& out) const {
  const long long today = now.day;
  find_days(near_, text, out, [&](const Groups& groups) { return read_near(groups[0], today); });
  find_days(weekday_, text, out, [&](const Groups& groups) { return read_weekday(groups[1], groups[2], now); });
  find_days(weekday_of_week_, text, out, [&](const Groups& groups) {
    return groups[2].empty() ? weekday_of_week(groups[4], groups[3], today)
                             : weekday_of_week(groups[1], groups[2], today);
  });
  if (asked) {
    find_days(short_weekday_, text, out, [&](const Groups& groups) { return read_weekday(groups[1], groups[2], now); });
  }
  find_distances(text, today, out);
}

// Finds a duration in days or longer, relative to today or to a day named after it.
void RelativeDays::find_distances(std::string_view text, long long today, std::vector<NamedDay>& out) const {
  const std::vector<NamedDay> named = out;
  for (const ParsedDuration& length : lengths_.find(text)) {
    if (length.has_clock() || length.is_vague || length.days > kMaxDays || length.months > kMaxMonths) continue;
    for (const NamedDay& from : named) {
      Pattern::Groups groups;
      if (!from.exists || from.begin <= length.end || from.begin > length.end + 16) continue;
      if (!from_day_.find(text.substr(length.end, from.begin - length.end), 0, groups)) continue;
      const int direction = base::lower_ascii(groups[1]) == "before" ? -1 : 1;
      out.push_back({moved(from.day, length, direction), length.begin, from.end});
    }
    Pattern::Groups after;
    const bool has_direction = from_now_.find(text.substr(length.end), 0, after);
    const std::string word = has_direction ? base::lower_ascii(after[1]) : std::string();
    const std::size_t end = has_direction ? length.end + after[0].size() : length.end;
    const auto in = in_.find(text.substr(0, length.begin));
    if (in && (!has_direction || word == "time")) {
      out.push_back(on_weekday(text, {moved(today, length, 1), in->begin, end}));
    } else if (has_direction && word != "time") {
      const int direction = word == "ago" || word == "earlier" ? -1 : 1;
      out.push_back(on_weekday(text, {moved(today, length, direction), length.begin, end}));
    }
  }
}

// "monday two weeks from now", "in 3 days on friday": moves the day to the named weekday of its week.
NamedDay RelativeDays::on_weekday(std::string_view text, NamedDay day) const {
  Groups groups;
  const auto move_to = [&](std::string_view name) {
    day.day += (weekday_of(name) + 6) % 7 - (base::weekday(day.day) + 6) % 7;
  };
  if (weekday_before_.find(text.substr(0, day.begin), 0, groups)) {
    day.begin = static_cast<std::size_t>(groups[0].data() - text.data());
    move_to(groups[1]);
  } else if (weekday_after_.find(text.substr(day.end), 0, groups)) {
    day.end += groups[0].size();
    move_to(groups[1]);
  }
  return day;
}

}  // namespace parley::intents
