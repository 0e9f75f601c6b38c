// How a topic fades while nobody speaks of it, and the slower the more days it was spoken of.
//
// A topic's priority halves with every half-life. What counts for the half-life is distinct days: a chatty minute does
// not beat a month of use. Resolutions X72 to X74 and X82 of the design notes; features F94 to F96.
#pragma once

#include <cstdint>

#include "parley/clock.h"

namespace parley::context {

constexpr TimeMs kDayMs = 24 * 60 * 60 * 1000;

// One day, doubled for every 5 days of access, 30 days at most:
//   days        0-4  5-9  10-14  15-19  20-24  25+
//   half-life   1 d  2 d    4 d    8 d   16 d  30 d
TimeMs half_life(std::int64_t access_days);

// importance x 0.5 ^ (age / half-life). A negative age, of a clock that was set back, is none.
double priority(double importance, TimeMs age, TimeMs half_life);

// The greatest age at which the priority is not yet below the floor: 4.32 half-lives for a floor of 0.05 and an
// importance of 1, 3.32 for one of 0.5. 0 where it is below from the start. Requires a floor above 0.
TimeMs survival(double importance, TimeMs half_life, double floor);

// The day, in UTC, counted from 1970-01-01; also before it.
std::int64_t day_of(TimeMs at);

}  // namespace parley::context
