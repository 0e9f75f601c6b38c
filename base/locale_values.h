// Functions that read the values which a Locale formats. The ICU locales and the built-in English locale share them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "parley/clock.h"
#include "parley/value.h"

namespace parley::base {

enum class MomentKind { kDate, kTime, kDatetime };

// A wall clock time without a zone, in milliseconds since 1970-01-01 00:00. A time without a date has the date
// 1970-01-01.
struct Moment {
  TimeMs at = 0;
  bool has_seconds = false;
};

// Accepts only "2026-03-02", "17:00", "17:00:15" and a date and time joined with "T". Returns nullopt for the year 0.
std::optional<Moment> read_moment(const Value& value, MomentKind kind);

// Counts of the units in kDurationUnits, longest unit first.
inline constexpr std::array<std::string_view, 7> kDurationUnits{"year", "month",  "week",  "day",
                                                                "hour", "minute", "second"};
using DurationCounts = std::array<std::uint32_t, kDurationUnits.size()>;

// Reads an ISO 8601 duration such as "P1DT2H30M".
std::optional<DurationCounts> read_duration(std::string_view text);

// Writes a range with one open side around the text of its other side: "from March 9, 2026", "until 5:00 PM". With the
// style kSince the beginning is in the past: "since March 9, 2026". Languages without such words here get a dash.
inline constexpr std::string_view kSince = "since";
enum class OpenSide { kEnd, kBeginning };
std::string open_range(std::string_view tag, OpenSide open, std::string_view style, const std::string& side);

// Prefix of a style that lists the fields to show with CLDR's letters, such as "::MMMEd".
inline constexpr std::string_view kSkeleton = "::";

// Whether the locales of this build can write `fields`, which all belong to the type. Defined in base/icu, and
// for builds without ICU in base/absent.
bool can_write_skeleton(std::string_view type, std::string_view fields);

}  // namespace parley::base
