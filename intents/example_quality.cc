// Tested by tests/intents/cross_validation_test.cc.
#include "intents/example_quality.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace parley::intents {
namespace {

using scoring::HeldOut;

constexpr std::size_t kEnough = 50;  // examples, to recommend bounds
constexpr double kStartedRight = 0.95;
constexpr double kAskedRight = 0.85;
constexpr int kStep = 5;  // percent, between the bounds that are tried

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// The examples of one band: those with `from` <= confidence < `to`.
struct Band {
  std::size_t all = 0, in_scope = 0, right = 0, offered = 0;
};

Band band_of(const std::vector<HeldOut>& held_out, double from, double to) {
  Band band;
  for (const HeldOut& one : held_out) {
    if (one.confidence < from || one.confidence >= to) continue;
    ++band.all;
    if (one.is_in_scope) ++band.in_scope;
    if (one.is_right) ++band.right;
    if (one.is_offered) ++band.offered;
  }
  return band;
}

constexpr double kAboveAll = 2;

// Expected calibration error: the mean distance between confidence and share of right answers, by bin.
double calibration_error(const std::vector<HeldOut>& held_out) {
  constexpr std::size_t kBins = 10;
  std::array<double, kBins> distances{};
  for (const HeldOut& one : held_out) {
    const auto bin = std::min(kBins - 1, static_cast<std::size_t>(one.confidence * kBins));
    distances[bin] += one.confidence - (one.is_right ? 1 : 0);
  }
  double error = 0;
  for (const double distance : distances) error += std::abs(distance);
  return held_out.empty() ? 0 : error / static_cast<double>(held_out.size());
}

// Returns the lowest bound from 0.2 to `highest` whose band up to `to` is good enough, or `highest`.
template <class IsGood>
double lowest_bound(double highest, const IsGood& is_good) {
  constexpr int kLowest = 20;
  for (int percent = kLowest; percent < std::lround(100 * highest); percent += kStep) {
    if (is_good(percent / 100.0)) return percent / 100.0;
  }
  return highest;
}

}  // namespace

ExampleQuality quality_of(const std::vector<HeldOut>& held_out, double act, double ask) {
  ExampleQuality quality;
  for (const HeldOut& one : held_out) ++(one.is_in_scope ? quality.in_scope : quality.out_of_scope);
  const Band started = band_of(held_out, act, kAboveAll), asked = band_of(held_out, ask, act),
             refused = band_of(held_out, 0, ask);
  quality.started = share(started.in_scope, quality.in_scope);
  quality.started_right = share(started.right, started.all);
  quality.asked = share(asked.in_scope, quality.in_scope);
  quality.asked_right = share(asked.offered, asked.all);
  quality.refused = share(refused.all - refused.in_scope, quality.out_of_scope);
  quality.calibration_error = calibration_error(held_out);
  if (held_out.size() < kEnough) return quality;
  quality.recommended_act = lowest_bound(0.95, [&](double bound) {
    const Band band = band_of(held_out, bound, kAboveAll);
    return band.all > 0 && share(band.right, band.all) >= kStartedRight;
  });
  quality.recommended_ask = lowest_bound(quality.recommended_act, [&](double bound) {
    const Band band = band_of(held_out, bound, quality.recommended_act);
    return band.all > 0 && share(band.offered, band.all) >= kAskedRight;
  });
  return quality;
}

}  // namespace parley::intents
