// Tested by tests/context/topics/decay_test.cc.
#include "context/topics/decay.h"

#include <algorithm>
#include <cmath>

namespace parley::context {
namespace {

constexpr std::int64_t kDaysToDouble = 5;
constexpr std::int64_t kLongestDays = 30;

}  // namespace

TimeMs half_life(std::int64_t access_days) {
  const std::int64_t doublings = std::clamp<std::int64_t>(access_days / kDaysToDouble, 0, 5);
  return std::min(std::int64_t{1} << doublings, kLongestDays) * kDayMs;
}

double priority(double importance, TimeMs age, TimeMs half_life) {
  const double half_lives = static_cast<double>(std::max<TimeMs>(age, 0)) / static_cast<double>(half_life);
  return importance * std::exp2(-half_lives);
}

TimeMs survival(double importance, TimeMs half_life, double floor) {
  if (!(importance >= floor)) return 0;
  auto age = static_cast<TimeMs>(std::log2(importance / floor) * static_cast<double>(half_life));
  // The logarithm may have a rounding error, so priority() decides.
  while (priority(importance, age + 1, half_life) >= floor) ++age;
  while (age > 0 && priority(importance, age, half_life) < floor) --age;
  return age;
}

std::int64_t day_of(TimeMs at) { return at >= 0 ? at / kDayMs : -((-(at + 1)) / kDayMs) - 1; }

}  // namespace parley::context
