// DurationHistogram counts durations in buckets. The width of a bucket is at most 1/256 of its durations.
//
// Below 512 us each microsecond has its own bucket. From 512 us on, each range from N to 2 N has 256 buckets. A
// percentile is the largest duration of its bucket, limited to the overall maximum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "parley/report.h"

namespace parley::report {

class DurationHistogram {
 public:
  void add(std::int64_t microseconds);  // clamped to 0 and 2^40 (12 days)
  DurationFigures figures() const;

 private:
  std::int64_t percentile(std::int64_t per_cent) const;

  std::vector<std::int64_t> counts_;  // grows to the largest bucket in use: at most 8,448
  std::int64_t count_ = 0;
  std::int64_t max_ = 0;
};

}  // namespace parley::report
