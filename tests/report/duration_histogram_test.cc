// Tests percentiles of durations, which are exact to within 1/256.
#include "report/duration_histogram.h"

#include <algorithm>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using parley::report::DurationHistogram;

TEST_CASE("percentiles of durations below 512 us are exact") {
  DurationHistogram durations;
  for (int us = 1; us <= 100; ++us) durations.add(us);
  const auto figures = durations.figures();
  CHECK(figures.count == 100);
  CHECK(figures.p50 == 50);
  CHECK(figures.p95 == 95);
  CHECK(figures.p99 == 99);
  CHECK(figures.max == 100);
}

TEST_CASE("an empty histogram has no percentiles") { CHECK(DurationHistogram().figures().count == 0); }

TEST_CASE("an invalid duration counts as the nearest valid one") {
  DurationHistogram durations;
  durations.add(-5);
  CHECK(durations.figures().max == 0);
  durations.add(INT64_MAX);
  CHECK(durations.figures().max == std::int64_t{1} << 40);
}

TEST_CASE("a percentile is never too small and at most 1/256 too large") {
  CHECK(rc::check([] {
    auto all = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::int64_t>>(
        rc::gen::map(rc::gen::pair(rc::gen::inRange<std::int64_t>(0, 1'000'000), rc::gen::inRange(0, 20)),
                     [](const auto& pair) { return pair.first << pair.second; })));
    DurationHistogram durations;
    for (const std::int64_t us : all) durations.add(us);
    std::sort(all.begin(), all.end());
    const auto figures = durations.figures();
    for (const auto& [reported, per_cent] : {std::pair{figures.p50, 50}, {figures.p95, 95}, {figures.p99, 99}}) {
      const std::size_t rank = std::max<std::size_t>(1, (all.size() * static_cast<std::size_t>(per_cent) + 99) / 100);
      const std::int64_t exact = all[rank - 1];
      RC_ASSERT(reported >= exact);
      RC_ASSERT(reported <= exact + exact / 256 + 1);
    }
    RC_ASSERT(figures.max == all.back());
  }));
}
