// Scorer: the interface of a classifier that returns probabilities. parley trains one from the examples of a bot. A
// program with its own model implements it and sets CatalogOptions::scorer.
//
//   class OwnModel : public parley::Scorer {
//     std::vector<parley::IntentScore> score(std::string_view message) const override {
//       return {{message.find("parcel") != message.npos ? "track" : "refund", 0.8}};
//     }
//     double threshold() const override { return 0.6; }
//   };
//   parley::CatalogOptions options;
//   options.scorer = std::make_shared<const OwnModel>();
//
// The catalog asks the scorer only if no rule, template or example matches the message, and the message does not answer
// an open question.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parley {

struct IntentScore {
  std::string intent;
  double probability = 0;  // 0 to 1
};

// Implementations must be thread-safe. They must return the same scores for the same message, because otherwise turns
// cannot be replayed. If score() throws, the message has no intent, and Catalog::explain reports that the scorer
// failed.
class Scorer {
 public:
  Scorer() = default;
  Scorer(const Scorer&) = default;
  Scorer& operator=(const Scorer&) = default;
  virtual ~Scorer() = default;

  // Returns intents, best first, each at most once. Empty: the message means no intent. The probability of no intent is
  // 1 minus the sum of the others. In `message`, typographic quotes, dashes and spaces and full-width letters are
  // replaced by plain ones. Its case is as typed.
  virtual std::vector<IntentScore> score(std::string_view message) const = 0;

  // The probability from which on the best intent starts. The bot's `likeness: {act: N}` overrides it. The bot asks
  // "did you mean" only if its `likeness` has an `ask`.
  virtual double threshold() const = 0;
};

}  // namespace parley
