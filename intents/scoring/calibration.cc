// Tested by tests/intents/scorer_test.cc.
#include "intents/scoring/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace parley::intents::scoring {
namespace {

constexpr std::array<float, 14> kSharpness = {0.5F, 1, 1.5F, 2, 2.5F, 3, 3.5F, 4, 5, 6, 7, 8, 10, 12};
constexpr std::array<float, 13> kNothingMargins = {-1.2F, -1,    -0.9F, -0.8F, -0.7F, -0.6F, -0.5F,
                                                   -0.4F, -0.3F, -0.2F, -0.1F, 0,     0.2F};

std::size_t best_of(const std::vector<float>& values) {
  return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

double sum_of_powers(const std::vector<float>& margins, double sharpness) {
  double sum = 0;
  for (const float margin : margins) sum += std::exp(sharpness * margin);
  return sum;
}

// Returns the negative log-likelihood of the correct answers for each value of kNothingMargins.
std::array<double, kNothingMargins.size()> losses(const std::vector<HeldAside>& held_aside, double sharpness) {
  std::array<double, kNothingMargins.size()> losses{};
  for (const HeldAside& one : held_aside) {
    const double intents = sum_of_powers(one.margins, sharpness);
    for (std::size_t n = 0; n < kNothingMargins.size(); ++n) {
      const double nothing = sharpness * kNothingMargins[n];
      const double right = one.intent ? sharpness * one.margins[*one.intent] : nothing;
      losses[n] += std::log(intents + std::exp(nothing)) - right;
    }
  }
  return losses;
}

void fit(Calibration& calibration, const std::vector<HeldAside>& held_aside) {
  double least = HUGE_VAL;
  for (const float sharpness : kSharpness) {
    const auto of_nothing = losses(held_aside, sharpness);
    for (std::size_t n = 0; n < kNothingMargins.size(); ++n) {
      // Without out-of-scope sentences, `nothing` stays 0.
      if (calibration.out_of_scope == 0 && kNothingMargins[n] != 0) continue;
      if (of_nothing[n] >= least) continue;
      least = of_nothing[n];
      calibration.sharpness = sharpness;
      calibration.nothing = kNothingMargins[n];
    }
  }
}

}  // namespace

std::vector<float> Calibration::probabilities(const std::vector<float>& margins) const {
  const double all = sum_of_powers(margins, sharpness) + std::exp(static_cast<double>(sharpness) * nothing);
  std::vector<float> probabilities;
  probabilities.reserve(margins.size());
  for (const float margin : margins) {
    probabilities.push_back(static_cast<float>(std::exp(static_cast<double>(sharpness) * margin) / all));
  }
  return probabilities;
}

Calibration calibrate(const std::vector<HeldAside>& held_aside, double loss) {
  Calibration calibration;
  for (const HeldAside& one : held_aside) ++(one.intent ? calibration.in_scope : calibration.out_of_scope);
  if (calibration.in_scope == 0) return calibration;
  fit(calibration, held_aside);

  std::vector<float> right;
  std::vector<float> out_of_scope;
  for (const HeldAside& one : held_aside) {
    const std::vector<float> probabilities = calibration.probabilities(one.margins);
    const std::size_t best = best_of(probabilities);
    if (!one.intent) out_of_scope.push_back(probabilities[best]);
    if (one.intent == best) right.push_back(probabilities[best]);
  }
  if (right.empty()) return calibration;
  std::sort(right.begin(), right.end());
  const auto lost = static_cast<std::size_t>(loss * static_cast<double>(right.size()));
  calibration.threshold = right[std::min(lost, right.size() - 1)];
  calibration.right = static_cast<float>(right.size() - lost) / static_cast<float>(calibration.in_scope);
  const auto is_refused = [&](float probability) { return probability < calibration.threshold; };
  if (!out_of_scope.empty()) {
    calibration.refused = static_cast<float>(std::count_if(out_of_scope.begin(), out_of_scope.end(), is_refused)) /
                          static_cast<float>(out_of_scope.size());
  }
  return calibration;
}

}  // namespace parley::intents::scoring
