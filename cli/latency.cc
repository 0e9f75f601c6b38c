// Tested by tests/cli/bench_test.
#include "cli/latency.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace parley::cli {

Latencies summarise(std::vector<float> microseconds) {
  if (microseconds.empty()) return {};
  std::sort(microseconds.begin(), microseconds.end());
  const auto percentile = [&](double share) {
    const double rank = std::ceil(share * static_cast<double>(microseconds.size()));
    return static_cast<double>(microseconds[static_cast<std::size_t>(std::max(rank, 1.0)) - 1]);
  };
  return {percentile(0.50), percentile(0.99), static_cast<double>(microseconds.back())};
}

Value tenths(double number) { return Value(std::round(number * 10) / 10); }

}  // namespace parley::cli
