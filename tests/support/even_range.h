// Even choices for random histories.
#pragma once

#include <rapidcheck.h>

namespace parley::test {

// Returns a number from `min` to `max` - 1; all have equal chances. rc::gen::inRange returns only the first numbers of
// its range in early tests: the first half of the histories would lack the later half of the kinds of steps.
template <class T>
T evenly(T min, T max) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<T>(min, max));
}

}  // namespace parley::test
