// Reads days that refer to another day or only limit it, for a param that takes one day: "2 weeks later", "a day
// earlier", "Thursday that week", "after the 14th". The other day is the value that the param has. English only.
//
// Tested by tests/intents/day_references_test.cc.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "intents/entities/recogniser.h"

namespace parley::intents {

// The reason why a limit or a distance without another day is not a value.
inline constexpr std::string_view kNoOneDay = "Please name the day itself.";

// Changes the days that a date recogniser found in the text. `base`: the value of the param, "2026-12-09"; null if it
// has none. Values that are only limits, and distances without `base`, get the reason kNoOneDay. Adds distances that
// only make sense with `base`: "a week after that".
void read_day_references(std::string_view text, const Value* base, std::vector<Found>& days);

}  // namespace parley::intents
