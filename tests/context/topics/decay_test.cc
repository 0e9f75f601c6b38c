// Tests decay: the specification's table, its formula, and the exact millisecond at which a topic is archived.
#include "context/topics/decay.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace parley;
using context::half_life;
using context::kDayMs;
using context::priority;
using context::survival;

namespace {

constexpr double kFloor = 0.05;

struct Row {
  std::int64_t first_day, last_day;  // of the days with access
  std::int64_t half_life_days;
  double survives_days;          // by the formula, with importance 1
  double survives_days_at_half;  // with importance 0.5
};

constexpr Row kRows[] = {
    {0, 4, 1, 4.3, 3.3},     {5, 9, 2, 8.6, 6.6},       {10, 14, 4, 17.3, 13.3},
    {15, 19, 8, 34.6, 26.6}, {20, 24, 16, 69.15, 53.2}, {25, 1000, 30, 129.7, 99.7},
};

double in_days(TimeMs ms) { return static_cast<double>(ms) / static_cast<double>(kDayMs); }

}  // namespace

TEST_CASE("F95, X74: the half-life is one day, doubles with every five days of access and is at most thirty") {
  for (const Row& row : kRows) {
    CAPTURE(row.first_day);
    CHECK(half_life(row.first_day) == row.half_life_days * kDayMs);
    CHECK(half_life(row.last_day) == row.half_life_days * kDayMs);
  }
  CHECK(half_life(-1) == kDayMs);
  CHECK(half_life(INT64_MAX) == 30 * kDayMs);
}

TEST_CASE("F94: the priority halves with every half-life, as in the two lists of the specification") {
  // Day, and priority at importance 1 with half-lives of one and sixteen days.
  const std::pair<std::int64_t, double> after[] = {{0, 1.0},   {1, 0.5},    {2, 0.25},
                                                   {3, 0.125}, {4, 0.0625}, {5, 0.03125}};
  for (const auto& [half_lives, expected] : after) {
    CHECK(priority(1, half_lives * kDayMs, kDayMs) == expected);
    CHECK(priority(1, half_lives * 16 * kDayMs, 16 * kDayMs) == expected);
    CHECK(priority(0.5, half_lives * kDayMs, kDayMs) == expected / 2);
  }
}

TEST_CASE("X72: a topic lives for 4.32 half-lives; the specification's table rounds this up to whole half-lives") {
  const std::int64_t table[] = {5, 10, 20, 40, 80, 150};
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    const TimeMs half = kRows[i].half_life_days * kDayMs;
    CAPTURE(kRows[i].half_life_days);
    CHECK(in_days(survival(1, half, kFloor)) == Approx(kRows[i].survives_days).margin(0.05));
    CHECK(priority(1, table[i] * kDayMs, half) < kFloor);
    CHECK(priority(1, table[i] * kDayMs - half, half) >= kFloor);
  }
}

TEST_CASE("X73: a topic of default importance, 0.5, lives for 3.32 half-lives") {
  for (const Row& row : kRows) {
    const TimeMs half = row.half_life_days * kDayMs;
    CHECK(in_days(survival(0.5, half, kFloor)) == Approx(row.survives_days_at_half).margin(0.05));
    CHECK(in_days(survival(0.5, half, kFloor)) / static_cast<double>(row.half_life_days) == Approx(3.32).margin(0.01));
  }
}

TEST_CASE("F96: the floor is exact to the millisecond") {
  for (const Row& row : kRows) {
    for (const double importance : {1.0, 0.5, 0.1, 0.05}) {
      const TimeMs half = row.half_life_days * kDayMs;
      const TimeMs last = survival(importance, half, kFloor);
      CHECK(priority(importance, last, half) >= kFloor);
      CHECK(priority(importance, last + 1, half) < kFloor);
    }
  }
  CHECK(survival(0.05, kDayMs, kFloor) == 0);
  CHECK(survival(0.04, kDayMs, kFloor) == 0);
  CHECK(survival(0, kDayMs, kFloor) == 0);
}

TEST_CASE("X24: if the clock is set back, no topic ages, and no priority exceeds that of a new topic") {
  CHECK(priority(0.5, -1, kDayMs) == 0.5);
  CHECK(priority(0.5, INT64_MIN, kDayMs) == 0.5);
}

TEST_CASE("the priority falls with age and rises with the days of access") {
  CHECK(rc::check([](std::uint32_t age, std::uint32_t more, std::uint8_t days) {
    const TimeMs half = half_life(days);
    RC_ASSERT(priority(1, TimeMs{age} + more, half) <= priority(1, age, half));
    RC_ASSERT(priority(1, age, half_life(days + 1)) >= priority(1, age, half));
  }));
}

TEST_CASE("a day begins at midnight, also before 1970") {
  CHECK(context::day_of(0) == 0);
  CHECK(context::day_of(kDayMs - 1) == 0);
  CHECK(context::day_of(kDayMs) == 1);
  CHECK(context::day_of(-1) == -1);
  CHECK(context::day_of(-kDayMs) == -1);
  CHECK(context::day_of(-kDayMs - 1) == -2);
  CHECK(context::day_of(INT64_MIN) < 0);
}
