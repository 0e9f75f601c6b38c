// Tested by tests/intents/scorer_test.cc.
#include "intents/scoring/linear_scorer.h"

#include <algorithm>
#include <numeric>
#include <thread>
#include <unordered_map>

#include "intents/scoring/solver.h"

namespace parley::intents::scoring {
namespace {

constexpr std::size_t kFolds = 5;
constexpr std::size_t kMinToSetAnIntentAside = 4;  // intents; with fewer, too little training data would remain

struct Sentence {
  std::vector<Hint> hints;
  std::size_t intent = 0;
  std::size_t nth = 0;  // index within its intent
};
using Sentences = std::vector<Sentence>;

struct Model {
  FeatureSpace features;
  std::vector<float> weights;
};

Model fit(const Sentences& sentences, std::size_t intents) {
  std::vector<std::vector<Hint>> hints;
  for (const Sentence& sentence : sentences) hints.push_back(sentence.hints);
  Model model{FeatureSpace(hints), {}};
  Labelled data;
  for (const Sentence& sentence : sentences) {
    data.sentences.push_back(model.features.vector_of(sentence.hints));
    data.intents.push_back(sentence.intent);
  }
  SolverOptions options;
  options.threads = std::thread::hardware_concurrency();
  model.weights = train_one_against_rest(data, model.features.columns(), intents, options);
  return model;
}

// Holds out one fold: every fifth intent as a whole, and every fifth sentence of the other intents. The only sentence
// of an intent is not held out.
void hold_aside(std::size_t fold, const Sentences& sentences, std::size_t intents, std::vector<HeldAside>& out) {
  std::vector<std::size_t> count(intents);
  for (const Sentence& sentence : sentences) ++count[sentence.intent];
  std::vector<std::size_t> number(intents);  // new index of each remaining intent
  std::size_t known = 0;
  const auto is_stranger = [&](std::size_t intent) {
    return intents >= kMinToSetAnIntentAside && intent % kFolds == fold;
  };
  for (std::size_t intent = 0; intent < intents; ++intent) {
    if (!is_stranger(intent)) number[intent] = known++;
  }

  Sentences kept;
  std::vector<const Sentence*> aside;
  for (const Sentence& sentence : sentences) {
    if (is_stranger(sentence.intent) || (sentence.nth % kFolds == fold && count[sentence.intent] > 1)) {
      aside.push_back(&sentence);
    } else {
      kept.push_back(sentence);
      kept.back().intent = number[sentence.intent];
    }
  }
  const Model model = fit(kept, known);
  for (const Sentence* sentence : aside) {
    HeldAside one{margins(model.features.vector_of(sentence->hints), model.weights, known), std::nullopt};
    if (!is_stranger(sentence->intent)) one.intent = number[sentence->intent];
    out.push_back(std::move(one));
  }
}

}  // namespace

LinearScorer LinearScorer::train(const std::vector<Example>& examples, const TrainingOptions& options) {
  LinearScorer scorer;
  Sentences sentences;
  std::unordered_map<std::string_view, std::size_t> number_of;
  std::vector<std::size_t> count;
  for (const Example& example : examples) {
    const auto [found, is_new] = number_of.emplace(example.intent, scorer.intents_.size());
    if (is_new) {
      scorer.intents_.push_back(example.intent);
      count.push_back(0);
    }
    sentences.push_back({hints_in(example.text), found->second, count[found->second]++});
  }

  std::vector<HeldAside> held_aside;
  const std::size_t folds = trainings(sentences.size(), options) - 1;
  for (std::size_t fold = 0; fold < folds; ++fold) hold_aside(fold, sentences, scorer.intents_.size(), held_aside);
  scorer.calibration_ = calibrate(held_aside, options.loss);

  Model model = fit(sentences, scorer.intents_.size());
  scorer.features_ = std::move(model.features);
  scorer.weights_ = std::move(model.weights);
  return scorer;
}

std::size_t LinearScorer::trainings(std::size_t examples, const TrainingOptions& options) {
  return 1 + (examples < options.one_fold_from ? kFolds : 1);
}

std::vector<IntentScore> LinearScorer::score(std::string_view message) const {
  const std::vector<Cell> sentence = features_.vector_of(hints_in(message));
  const std::vector<float> probabilities = calibration_.probabilities(margins(sentence, weights_, intents_.size()));
  std::vector<std::size_t> order(intents_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return probabilities[a] > probabilities[b]; });
  std::vector<IntentScore> scores;
  scores.reserve(order.size());
  for (const std::size_t intent : order) scores.push_back({intents_[intent], probabilities[intent]});
  return scores;
}

}  // namespace parley::intents::scoring
