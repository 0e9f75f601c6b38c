// Tested by tests/intents/quantities_test.cc.
#include "intents/entities/duration_parser.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/boundaries.h"
#include "base/text.h"
#include "intents/entities/calendar_words.h"
#include "intents/entities/matches.h"
#include "intents/entities/signed_numbers.h"

namespace parley::intents {
namespace {

constexpr double kMaxUnits = 1e6;  // of any unit; a larger count is not a duration
constexpr long long kFew = 3;

void add(ParsedDuration& length, double count, Unit unit) {
  const auto rounded = [](double value) { return static_cast<long long>(std::llround(value)); };
  switch (unit) {
    case Unit::kSecond: length.seconds += rounded(count); return;
    case Unit::kMinute: length.seconds += rounded(count * 60); return;
    case Unit::kHour: length.seconds += rounded(count * 3600); return;
    case Unit::kDay:
      length.days += static_cast<long long>(count);
      length.seconds += rounded((count - std::floor(count)) * 86'400);
      return;
    case Unit::kWeek: add(length, count * 7, Unit::kDay); return;
    case Unit::kFortnight: add(length, count * 14, Unit::kDay); return;
    case Unit::kMonth:
      length.months += static_cast<long long>(count);
      length.days += rounded((count - std::floor(count)) * 30);
      return;
    case Unit::kQuarter: length.months += rounded(count * 3); return;
    case Unit::kYear: length.months += rounded(count * 12); return;
    case Unit::kDecade: length.months += rounded(count * 120); return;
    case Unit::kCentury: length.months += rounded(count * 1200); return;
  }
}

// "3 business days": the unit is the last word.
Unit last_unit(std::string_view text) {
  const std::size_t space = text.rfind(' ');
  const std::string_view word = space == std::string_view::npos ? text : text.substr(space + 1);
  return base::lower_ascii(word.substr(0, 5)) == "night" ? Unit::kDay : unit_of(word);
}

bool is_joint(std::string_view between) {
  const std::string word = base::lower_ascii(base::trim(between));
  return word.empty() || word == "and" || word == "," || word == ", and";
}

// Units must get smaller: "1 hour and 20 minutes" is one duration, "2 hours 3 hours" is two.
bool continues(const ParsedDuration& before, const ParsedDuration& after) { return after.unit < before.unit; }

}  // namespace

std::vector<ParsedDuration> DurationParser::find(std::string_view text) const {
  std::vector<ParsedDuration> all;
  for (const Quantity& one : quantities(text, unit_)) {
    double count = 0;
    one.number.get_number(count);
    if (count < 0 || count > kMaxUnits) continue;
    const Unit unit = last_unit(one.unit);
    ParsedDuration length{0, 0, 0, unit, false, one.begin, one.end};
    add(length, count, unit);
    all.push_back(length);
  }
  const std::size_t counted = all.size();
  for_each_match(vague_, text, [&](const auto& groups, std::size_t begin, std::size_t end) {
    const auto overlaps = [&](const ParsedDuration& one) { return one.begin < end && begin < one.end; };
    if (std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(counted), overlaps)) return;
    const bool is_vague = !vague_.group(groups, "few").empty();
    const double count = !vague_.group(groups, "half").empty() ? 0.5 : is_vague ? kFew : 1;
    const Unit unit = unit_of(vague_.group(groups, "unit"));
    ParsedDuration length{0, 0, 0, unit, is_vague, begin, end};
    const double half = vague_.group(groups, "and_half").empty() ? 0 : 0.5;
    add(length, count + half, unit);
    all.push_back(length);
  });
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  std::vector<ParsedDuration> joined;
  for (const ParsedDuration& one : all) {
    if (joined.empty() || !is_joint(text.substr(joined.back().end, one.begin - joined.back().end)) ||
        !continues(joined.back(), one)) {
      joined.push_back(one);
      continue;
    }
    ParsedDuration& whole = joined.back();
    whole.months += one.months;
    whole.days += one.days;
    whole.seconds += one.seconds;
    whole.unit = one.unit;
    whole.end = one.end;
  }
  return joined;
}

std::string to_iso(const ParsedDuration& length) {
  std::string out = "P";
  const auto put = [&](long long count, char unit) {
    if (count != 0) out += std::to_string(count) + unit;
  };
  put(length.months / 12, 'Y');
  put(length.months % 12, 'M');
  put(length.days, 'D');
  if (length.seconds != 0) out += 'T';
  put(length.seconds / 3600, 'H');
  put(length.seconds / 60 % 60, 'M');
  put(length.seconds % 60, 'S');
  return out == "P" ? "PT0S" : out;
}

}  // namespace parley::intents
