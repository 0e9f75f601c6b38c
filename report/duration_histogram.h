// Many durations in little room: each counts in a bucket that is no wider than a 256th of it.
//
// Below 512 us every microsecond has its own bucket; from there on each doubling has 256. A percentile answers with the
// largest duration of its bucket, but never with more than the largest of all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "parley/report.h"

namespace parley::report {

class DurationHistogram {
 public:
  void add(std::int64_t microseconds);  // a negative one counts as 0, more than 2^40 (12 days) as that
  DurationFigures figures() const;

 private:
  std::int64_t percentile(std::int64_t per_cent) const;

  std::vector<std::int64_t> counts_;  // grows to the largest bucket that is used: at most 8,448
  std::int64_t count_ = 0;
  std::int64_t max_ = 0;
};

}  // namespace parley::report
