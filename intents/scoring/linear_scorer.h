// LinearScorer is the scorer trained on a bot's examples. It is deterministic: the same examples in the same order give
// the same bytes on one platform.
//
//   const LinearScorer scorer = LinearScorer::train({{"where is my parcel", "track"}, ...});
//   scorer.score("my parcel is missing");   // {{"track", 0.97}, ...}
//
// Training is expensive, so a trained scorer can be saved as bytes. The key identifies the examples that it was trained
// on. load() restores the scorer or reports why the bytes are unusable.
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
  double loss = 0.003;  // maximum share of correct answers that the threshold may refuse
  // With fewer examples than this, training holds out five folds in turn; otherwise only one.
  std::size_t one_fold_from = 4000;
};

class LinearScorer final : public Scorer {
 public:
  static LinearScorer train(const std::vector<Example>& examples, const TrainingOptions& options = {});
  // Returns how many models train() fits to this many examples: once per held-out fold and once with all examples.
  static std::size_t trainings(std::size_t examples, const TrainingOptions& options = {});

  std::vector<IntentScore> score(std::string_view message) const override;
  double threshold() const override { return calibration_.threshold; }

  // The quality of the threshold, measured on the held-out examples.
  const Calibration& calibration() const { return calibration_; }

  // Defined in intents/scoring/model_bytes.cc.
  std::string save(std::string_view key) const;
  static Result<LinearScorer> load(std::string_view bytes, std::string_view key);

 private:
  std::vector<std::string> intents_;  // in the order in which the examples introduce them
  FeatureSpace features_;
  std::vector<float> weights_;
  Calibration calibration_;
};

}  // namespace parley::intents::scoring
