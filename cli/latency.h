// Durations measured, and what is said of them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "parley/value.h"

namespace parley::cli {

class Stopwatch {
 public:
  double microseconds() const {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

struct Latencies {
  double p50 = 0;
  double p99 = 0;
  double max = 0;
};

// Of no durations at all: zeros. A percentile is the smallest duration that so many per cent do not exceed.
Latencies summarise(std::vector<float> microseconds);

// To the tenth, as a JSON number.
Value tenths(double number);

}  // namespace parley::cli
