// Defines the types that a locale formats, with their styles, and reads their values.
//
// Tested by tests/base/locale_values_test.cc.
#include "base/locale_values.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "base/locale.h"
#include "base/time.h"

namespace parley::base {
namespace {

constexpr std::size_t kLongestSkeleton = 32;

// The CLDR skeleton fields that a date has, and those that a datetime has.
constexpr std::string_view kDayFields = "GyYQqMLwWdDEec";
constexpr std::string_view kDayAndTimeFields = "GyYQqMLwWdDEecabBhHkKjJms";

struct LocaleType {
  std::string_view name;
  std::array<std::string_view, 4> styles;
  std::string_view skeleton_fields;
};

constexpr std::array kLocaleTypes{
    LocaleType{"number", {"integer", "plain"}, {}},
    LocaleType{"percent", {}, {}},
    LocaleType{"ordinal", {}, {}},
    LocaleType{"money", {"code", "name"}, {}},
    LocaleType{"date", {"short", "medium", "long", "full"}, kDayFields},
    LocaleType{"time", {"short", "medium"}, {}},
    LocaleType{"datetime", {"short", "medium", "long", "full"}, kDayAndTimeFields},
    LocaleType{"duration", {"short"}, {}},
    LocaleType{"date_range", {kSince}, {}},
    LocaleType{"time_range", {kSince}, {}},
    LocaleType{"datetime_range", {kSince}, {}},
    LocaleType{"age", {}, {}},
    LocaleType{"temperature", {}, {}},
};

// The words for one side of a range in a language.
struct RangeWords {
  std::string_view language, from, since, until;
};
constexpr std::array kRangeWords{
    RangeWords{"en", "from ", "since ", "until "},
    RangeWords{"de", "ab ", "seit ", "bis "},
};

}  // namespace

std::string open_range(std::string_view tag, OpenSide open, std::string_view style, const std::string& side) {
  constexpr std::string_view kDash = "\u2013";
  const std::string_view language = tag.substr(0, tag.find('-'));
  const auto words = std::find_if(kRangeWords.begin(), kRangeWords.end(),
                                  [&](const RangeWords& each) { return each.language == language; });
  if (words == kRangeWords.end()) {
    const std::string dash(kDash);
    return open == OpenSide::kEnd ? side + " " + dash : dash + " " + side;
  }
  if (open == OpenSide::kBeginning) return std::string(words->until) + side;
  return std::string(style == kSince ? words->since : words->from) + side;
}

const std::vector<std::string>& Locale::types() {
  // Never destroyed, so that lookups during process exit still work.
  static const auto& names = *[] {
    auto* all = new std::vector<std::string>;
    for (const LocaleType& type : kLocaleTypes) all->emplace_back(type.name);
    return all;
  }();
  return names;
}

bool Locale::is_style(std::string_view type_name, std::string_view style) {
  const auto type = std::find_if(kLocaleTypes.begin(), kLocaleTypes.end(),
                                 [&](const LocaleType& each) { return each.name == type_name; });
  if (type == kLocaleTypes.end()) return false;
  if (style.substr(0, kSkeleton.size()) != kSkeleton) {
    return !style.empty() && std::find(type->styles.begin(), type->styles.end(), style) != type->styles.end();
  }
  const std::string_view fields = style.substr(kSkeleton.size());
  return !fields.empty() && fields.size() <= kLongestSkeleton &&
         fields.find_first_not_of(type->skeleton_fields) == std::string_view::npos &&
         can_write_skeleton(type_name, fields);
}

std::optional<Moment> read_moment(const Value& value, MomentKind kind) {
  constexpr std::string_view kAnyDay = "1970-01-01T";
  constexpr std::size_t kDate = 10, kMinutes = 16, kSeconds = 19;
  const std::string* text = value.if_string();
  if (!text || text->size() > kSeconds) return std::nullopt;
  const std::string full_text = kind == MomentKind::kTime ? std::string(kAnyDay) + *text : *text;
  const bool has_seconds = full_text.size() == kSeconds && full_text[kMinutes] == ':';
  const bool has_valid_shape = kind == MomentKind::kDate
                                   ? full_text.size() == kDate
                                   : (full_text.size() == kMinutes || has_seconds) && full_text[kDate] == 'T';
  if (!has_valid_shape || full_text.compare(0, 4, "0000") == 0) return std::nullopt;
  const auto at = parse_iso8601(full_text);
  return at ? std::optional(Moment{*at, has_seconds}) : std::nullopt;
}

std::optional<DurationCounts> read_duration(std::string_view text) {
  // The ISO 8601 letters of kDurationUnits. "T" comes before the hours.
  constexpr std::string_view kLetters = "YMWDHMS";
  constexpr std::size_t kHours = 4;
  if (text.size() < 3 || text.front() != 'P' || text.back() == 'T') return std::nullopt;
  text.remove_prefix(1);
  DurationCounts counts{};
  std::size_t next = 0, end = kHours;
  while (!text.empty()) {
    if (text.front() == 'T' && end == kHours) {
      text.remove_prefix(1);
      next = kHours;
      end = counts.size();
    }
    std::uint32_t count = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    const std::size_t unit = text.empty() ? end : kLetters.find(text.front(), next);
    if (unit >= end) return std::nullopt;
    text.remove_prefix(1);
    counts[unit] = count;
    next = unit + 1;
  }
  return counts;
}

}  // namespace parley::base
