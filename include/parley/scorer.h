// Scorer: which intents a message could mean, as probabilities. A bot's examples train one that is built in; a host
// with an embedding model or a service of its own brings another (CatalogOptions::scorer).
//
//   class Embeddings : public parley::Scorer {
//     std::vector<parley::IntentScore> score(std::string_view message) const override { return nearest(message); }
//     double threshold() const override { return 0.6; }
//   };
//
// It is asked about a message only when no rule, template or example takes it and no question is open; or while one is,
// when the message does not answer it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parley {

struct IntentScore {
  std::string intent;
  double probability = 0;  // 0..1
};

// [Threading]   asked by several threads at once.
// [Determinism] a turn is repeatable only as far as the same message always has the same scores.
// [Errors]      what it throws ends here: the message then means no intent, and explain() says that the scorer failed.
class Scorer {
 public:
  Scorer() = default;
  Scorer(const Scorer&) = default;
  Scorer& operator=(const Scorer&) = default;
  virtual ~Scorer() = default;

  // Best first, each intent at most once; empty: it means none of them. What the probabilities leave of 1 is the
  // probability of that. In `message` typographic quotes,
  // dashes and spaces and full-width letters are plain ones; case is as typed.
  virtual std::vector<IntentScore> score(std::string_view message) const = 0;

  // The best intent is taken when its probability is at least this; `likeness: {threshold: N}` in the bot overrules it.
  virtual double threshold() const = 0;
};

}  // namespace parley
