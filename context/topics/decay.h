// Computes how a topic's priority decays while it is not discussed. The more days the topic was discussed, the slower
// the decay.
//
// A priority halves with every half-life. The half-life depends on distinct days: many messages in one minute count
// less than a month of use. Implements F94 to F96, X72 to X74 and X82 (docs/memory.md).
#pragma once

#include <cstdint>

#include "parley/clock.h"

namespace parley::context {

constexpr TimeMs kDayMs = 24 * 60 * 60 * 1000;

// Returns one day, doubled for every 5 days of access, at most 30 days:
//   days        0-4  5-9  10-14  15-19  20-24  25+
//   half-life   1 d  2 d    4 d    8 d   16 d  30 d
TimeMs half_life(std::int64_t access_days);

// Returns importance x 0.5 ^ (age / half-life). A negative age, after the clock was set back, counts as 0.
double priority(double importance, TimeMs age, TimeMs half_life);

// Returns the greatest age at which the priority is not yet below the floor: 4.32 half-lives for a floor of 0.05 and an
// importance of 1, 3.32 for an importance of 0.5. Returns 0 when the priority starts below the floor. Requires a floor
// above 0.
TimeMs survival(double importance, TimeMs half_life, double floor);

// Returns the UTC day, counted from 1970-01-01; negative before it.
std::int64_t day_of(TimeMs at);

}  // namespace parley::context
