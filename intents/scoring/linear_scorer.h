// LinearScorer is the scorer trained on a bot's examples. It is deterministic: the same examples in the same order give
// the same bytes on one platform.
//
//   const LinearScorer scorer = LinearScorer::train({{"where is my parcel", "track"}, ...});
//   scorer.score("my parcel is missing");   // {{"track", 0.97}, ...}
//
// An example with the empty intent means no intent. The scorer then has a class of its own for such messages, which it
// never returns: a message of that class has no likely intent.
//
// Training is expensive, so a trained scorer can be saved as bytes. The key identifies the examples that it was trained
// on. load() restores the scorer or reports why the bytes are unusable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "intents/scoring/features.h"
#include "parley/result.h"
#include "parley/scorer.h"

namespace parley::intents::scoring {

struct Example {
  std::string text;
  std::string intent;        // empty: the message means no intent of the bot
  std::string general = {};  // the text with the kinds of values instead of the values; empty if it has no value
};

class LinearScorer final : public Scorer {
 public:
  static LinearScorer train(const std::vector<Example>& examples);

  // Returns the likely intents. Returns none if the message most resembles the examples of no intent. The first
  // probability is the confidence (confidence.h).
  std::vector<IntentScore> score(std::string_view message) const override;
  double threshold() const override { return kActFrom; }

  // Returns the intents that are possible at all, best first, including the class of no intent. The first probability
  // is the confidence. The others are relative to it: the sum may exceed 1. `general`: as in Example.
  std::vector<IntentScore> candidates(std::string_view message, std::string_view general = {}) const;
  // Keeps the candidates that are likely enough to be offered, with a sum of at most 1. Keeps none if the class of no
  // intent is the likeliest.
  static void keep_likely(std::vector<IntentScore>& candidates);

  // The bounds of the bands for a bot that sets none. With them, an intent that starts is right in 95 to 99 of 100
  // messages, and a question "did you mean" offers the right one in 85 to 93, for bots with ten and more examples an
  // intent (docs/evaluation.md).
  static constexpr double kActFrom = 0.75;
  static constexpr double kAskFrom = 0.35;

  // Defined in intents/scoring/model_bytes.cc.
  std::string save(std::string_view key) const;
  static Result<LinearScorer> load(std::string_view bytes, std::string_view key);

 private:
  // What the examples of an intent contain.
  struct Known {
    std::uint64_t examples = 0;
    std::vector<std::uint32_t> stems;  // columns in features_, in order
  };

  std::vector<std::string> intents_;  // in the order in which the examples introduce them
  std::vector<Known> known_;          // by intent
  FeatureSpace features_;
  std::vector<float> weights_;
};

}  // namespace parley::intents::scoring
