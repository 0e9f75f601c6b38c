// Scorer: which intents a message could mean, as probabilities. The one trained on a bot's examples is
// linear_scorer.h; a host with an embedding model or a service of its own gives another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parley::intents::scoring {

struct IntentScore {
  std::string intent;
  double probability = 0;
};

// Thread-safe; the same message always has the same scores.
class Scorer {
 public:
  Scorer() = default;
  Scorer(const Scorer&) = default;
  Scorer& operator=(const Scorer&) = default;
  virtual ~Scorer() = default;

  // Best first, every intent once. What the probabilities leave of 1 is that the message means none of them.
  virtual std::vector<IntentScore> score(std::string_view message) const = 0;

  // The best intent is to be taken when its probability is at least this.
  virtual double threshold() const = 0;
};

}  // namespace parley::intents::scoring
