// LinearScorer: the scorer that a bot's examples train. Deterministic: the same examples in the same order give the
// same bytes on one platform.
//
//   const LinearScorer scorer = LinearScorer::train({{"where is my parcel", "track"}, ...});
//   scorer.score("my parcel is missing");   // {{"track", 0.97}, ...}
//
// Training is costly, so a trained one can be kept as bytes, with a key that says what it was trained for (a bot's
// fingerprint): load() gives it back, or says why it is of no use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "intents/scoring/calibration.h"
#include "intents/scoring/features.h"
#include "parley/result.h"
#include "parley/scorer.h"

namespace parley::intents::scoring {

struct Example {
  std::string text;
  std::string intent;
};

struct TrainingOptions {
  double loss = 0.003;               // of right answers, at most, for the threshold to refuse what is out of scope
  std::size_t one_fold_from = 4000;  // examples: fewer are held aside in five turns, from here on in one
};

class LinearScorer final : public Scorer {
 public:
  static LinearScorer train(const std::vector<Example>& examples, const TrainingOptions& options = {});
  // How often train() goes through so many examples: once for each turn of holding some aside, and once with all.
  static std::size_t trainings(std::size_t examples, const TrainingOptions& options = {});

  std::vector<IntentScore> score(std::string_view message) const override;
  double threshold() const override { return calibration_.threshold; }

  // What the threshold is worth, by the examples held aside.
  const Calibration& calibration() const { return calibration_; }

  // intents/scoring/model_bytes.cc
  std::string save(std::string_view key) const;
  static Result<LinearScorer> load(std::string_view bytes, std::string_view key);

 private:
  std::vector<std::string> intents_;  // in the order in which the examples bring them
  FeatureSpace features_;
  std::vector<float> weights_;
  Calibration calibration_;
};

}  // namespace parley::intents::scoring
