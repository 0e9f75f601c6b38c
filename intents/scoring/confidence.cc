// Tested by tests/intents/confidence_test.cc.
#include "intents/scoring/confidence.h"

#include <algorithm>
#include <cmath>

namespace parley::intents::scoring {
namespace {

constexpr double kSharpness = 4;  // with it, the shares of most messages are near 0 or 1

// The margin that separates the best intent from all others: 0 if it is as likely as all others together.
double lead_over_all(double share) {
  constexpr double kTiny = 1e-6;
  return std::log((share + kTiny) / (1 - share + kTiny)) / kSharpness;
}

}  // namespace

std::vector<double> shares(const std::vector<float>& margins) {
  std::vector<double> shares;
  shares.reserve(margins.size());
  double sum = 0;
  for (const float margin : margins) sum += shares.emplace_back(std::exp(kSharpness * static_cast<double>(margin)));
  for (double& share : shares) share /= sum;
  return shares;
}

double confidence(const Signals& signals, const std::vector<double>& shares) {
  const double margin = static_cast<double>(signals.margins[signals.best]);
  double next = -1;  // the margin of an intent that shares nothing with the message
  for (std::size_t i = 0; i < signals.margins.size(); ++i) {
    if (i != signals.best) next = std::max(next, static_cast<double>(signals.margins[i]));
  }
  const double examples = std::log(static_cast<double>(std::max<std::size_t>(signals.examples, 1)));
  const double logit = -1.499 + 0.449 * margin + 2.261 * (margin - next) + 2.473 * lead_over_all(shares[signals.best]) +
                       0.685 * signals.known_words + 1.566 * signals.known_letters +
                       0.245 * std::log(1 + static_cast<double>(signals.words)) - 0.496 * examples -
                       0.347 * margin * examples + 0.088 * std::log(static_cast<double>(signals.margins.size()));
  return 1 / (1 + std::exp(-logit));
}

bool is_likely(std::size_t rank, double probability, double best) { return rank < 3 && probability >= 0.1 * best; }

}  // namespace parley::intents::scoring
