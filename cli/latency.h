// Measures durations and summarizes them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "parley/value.h"

namespace parley::cli {

// Measures the time since its construction.
class Stopwatch {
 public:
  double microseconds() const {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Percentiles and maximum, in microseconds.
struct Latencies {
  double p50 = 0;
  double p99 = 0;
  double max = 0;
};

// Returns zeros if there are no durations. A percentile is the smallest duration that this share of durations does not
// exceed.
Latencies summarise(std::vector<float> microseconds);

// Returns the number rounded to one decimal, as a JSON number.
Value tenths(double number);

}  // namespace parley::cli
