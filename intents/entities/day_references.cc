#include "intents/entities/day_references.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/text.h"
#include "base/time.h"
#include "intents/entities/calendar.h"
#include "intents/entities/calendar_words.h"
#include "intents/entities/duration_parser.h"

namespace parley::intents {
namespace {

constexpr long long kMostDaysAway = 3'660;
constexpr std::size_t kLimitReach = 40;  // bytes before a day

struct ReferencePatterns {
  // A day after these words is only a limit. The recogniser reads "two days after the 14th" as one day.
  Pattern limit{R"((?:^|[^\pL])(?:after|before|(?:earlier|later|sooner) +than|past)(?: +(?:the|on|my))* +$)"};
  Pattern from{R"(\bfrom(?: +the)? +$)"};
  Pattern onwards{R"(^ +(?:on(?:wards?)?|and later|or later)(?:[.,;!?]|$| (?:only|please|pls)\b))"};
  Pattern direction{R"(^ +(later|earlier|sooner|after (?:that|it)|before (?:that|it))\b)"};
  Pattern that_week{R"(\b(?:that|the same|same) week\b)"};
  Pattern weekday{"^(?:on )?(" + std::string(kWeekdayNames) + ")$"};
  DurationParser lengths;
};

const ReferencePatterns& reference_patterns() {
  static const ReferencePatterns compiled;
  return compiled;
}

// Returns the day of "2026-12-09".
std::optional<long long> day_in(const Value* value) {
  const std::string* text = value ? value->if_string() : nullptr;
  constexpr std::size_t kLength = 10;
  if (!text || text->size() < kLength) return std::nullopt;
  int parts[3] = {};
  constexpr std::pair<std::size_t, std::size_t> kPlaces[] = {{0, 4}, {5, 7}, {8, 10}};
  for (std::size_t i = 0; i < 3; ++i) {
    const char* const end = text->data() + kPlaces[i].second;
    const auto read = std::from_chars(text->data() + kPlaces[i].first, end, parts[i]);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  }
  return day_of(parts[0], parts[1], parts[2]);
}

bool is_limit(std::string_view text, const Found& day) {
  const ReferencePatterns& all = reference_patterns();
  const std::size_t from = day.begin - std::min(day.begin, kLimitReach);
  const std::string_view before = text.substr(from, day.begin - from);
  if (all.limit.occurs_in(before)) return true;
  return all.from.occurs_in(before) && all.onwards.occurs_in(text.substr(day.end));
}

bool shares_place(const Found& a, const Found& b) { return a.begin < b.end && b.begin < a.end; }

// Replaces "2 weeks later" by the day so far from the base.
void read_distances(std::string_view text, std::optional<long long> base, std::vector<Found>& days) {
  for (const ParsedDuration& length : reference_patterns().lengths.find(text)) {
    Pattern::Groups groups;
    if (length.has_clock() || length.days > kMostDaysAway || length.months > kMostDaysAway) continue;
    if (!reference_patterns().direction.find(text.substr(length.end), 0, groups)) continue;
    const std::string word = base::lower_ascii(groups[1]);
    const int direction = word.starts_with("later") || word.starts_with("after") ? 1 : -1;
    Found found{Value(), length.begin, length.end + groups[0].size(), false, kNoOneDay};
    if (base && !length.is_vague) {
      found.value = to_date(add_months(*base, direction * length.months) + direction * length.days);
      found.why = {};
    }
    std::erase_if(days, [&](const Found& other) { return shares_place(other, found); });
    days.push_back(std::move(found));
  }
}

// Moves "Thursday" to the week of the base, if the text says "that week".
void read_that_week(std::string_view text, long long base, std::vector<Found>& days) {
  if (!reference_patterns().that_week.occurs_in(text)) return;
  for (Found& day : days) {
    Pattern::Groups groups;
    const std::string said = base::lower_ascii(text.substr(day.begin, day.end - day.begin));
    if (!day.why.empty() || !reference_patterns().weekday.find(said, 0, groups)) continue;
    const long long monday = base - (base::weekday(base) + 6) % 7;
    day.value = to_date(monday + (weekday_of(groups[1]) + 6) % 7);
  }
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

}  // namespace

void read_day_references(std::string_view text, const Value* base, std::vector<Found>& days) {
  const std::string lower = base::lower_ascii(text);
  const std::optional<long long> day = day_in(base);
  if (has_any(lower, {"later", "earlier", "sooner", "after that", "before that", "after it", "before it"})) {
    read_distances(text, day, days);
  }
  if (day && lower.find("week") != std::string::npos) read_that_week(text, *day, days);
  if (!has_any(lower, {"after", "before", "than", "past", "from"})) return;
  for (Found& one : days) {
    if (one.why.empty() && is_limit(text, one)) one.why = kNoOneDay;
  }
}

}  // namespace parley::intents
