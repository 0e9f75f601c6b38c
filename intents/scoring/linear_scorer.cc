// Tested by tests/intents/scorer_test.cc.
#include "intents/scoring/linear_scorer.h"

#include <algorithm>
#include <numeric>
#include <thread>
#include <unordered_map>
#include <utility>

#include "intents/scoring/confidence.h"
#include "intents/scoring/solver.h"

namespace parley::intents::scoring {
namespace {

constexpr std::size_t kMostCandidates = 12;
constexpr double kLeastShare = 0.02;  // of the probability of the best candidate

template <class T>
void sort_each_once(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

LinearScorer LinearScorer::train(const std::vector<Example>& examples) {
  LinearScorer scorer;
  std::unordered_map<std::string_view, std::size_t> number_of;
  std::vector<std::vector<Hint>> hints;
  Labelled data;
  for (const Example& example : examples) {
    const auto [found, is_new] = number_of.emplace(example.intent, scorer.intents_.size());
    if (is_new) scorer.intents_.push_back(example.intent);
    data.intents.push_back(found->second);
    hints.push_back(hints_in(example.text, example.general));
  }
  scorer.features_ = FeatureSpace(hints);
  scorer.known_.resize(scorer.intents_.size());
  for (std::size_t i = 0; i < hints.size(); ++i) {
    data.sentences.push_back(scorer.features_.vector_of(hints[i]));
    Known& known = scorer.known_[data.intents[i]];
    ++known.examples;
    for (const Hint& hint : hints[i]) {
      if (hint.block == Block::kStem) known.stems.push_back(scorer.features_.column_of(hint));
    }
  }
  for (Known& known : scorer.known_) sort_each_once(known.stems);
  SolverOptions options;
  options.threads = std::thread::hardware_concurrency();
  scorer.weights_ = train_one_against_rest(data, scorer.features_.columns(), scorer.intents_.size(), options);
  return scorer;
}

std::vector<IntentScore> LinearScorer::candidates(std::string_view message, std::string_view general) const {
  if (intents_.empty()) return {};
  const std::vector<Hint> hints = hints_in(message);
  Signals signals;
  signals.margins =
      margins(features_.vector_of(general.empty() ? hints : hints_in(message, general)), weights_, intents_.size());
  std::vector<std::size_t> all(intents_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto comes_first = [&](std::size_t a, std::size_t b) {
    return signals.margins[a] != signals.margins[b] ? signals.margins[a] > signals.margins[b] : a < b;
  };
  std::vector<std::size_t> order(std::min(all.size(), kMostCandidates));
  std::partial_sort_copy(all.begin(), all.end(), order.begin(), order.end(), comes_first);
  signals.best = order.front();

  const Known& known = known_[signals.best];
  signals.examples = known.examples;
  double words = 0, own_words = 0, letters = 0, known_letters = 0;
  for (const Hint& hint : hints) {
    const std::uint32_t column = features_.column_of(hint);
    const double rarity = features_.rarity_of(column);
    if (hint.block == Block::kStem) {
      ++signals.words;
      words += rarity;
      if (std::binary_search(known.stems.begin(), known.stems.end(), column)) own_words += rarity;
    } else if (hint.block == Block::kLetters) {
      letters += rarity;
      if (column != FeatureSpace::kUnknown) known_letters += rarity;
    }
  }
  if (words > 0) signals.known_words = own_words / words;
  if (letters > 0) signals.known_letters = known_letters / letters;

  const std::vector<double> shares = scoring::shares(signals.margins);
  const double best = confidence(signals, shares);
  std::vector<IntentScore> scores;
  for (const std::size_t intent : order) {
    const double probability = best * shares[intent] / shares[signals.best];
    if (probability < kLeastShare * best) break;
    scores.push_back({intents_[intent], probability});
  }
  return scores;
}

void LinearScorer::keep_likely(std::vector<IntentScore>& candidates) {
  if (candidates.empty() || candidates.front().intent.empty()) return candidates.clear();
  const double best = candidates.front().probability;
  std::erase_if(candidates, [](const IntentScore& score) { return score.intent.empty(); });
  std::size_t likely = 0;
  double others = 0;
  for (; likely < candidates.size() && is_likely(likely, candidates[likely].probability, best); ++likely) {
    if (likely > 0) others += candidates[likely].probability;
  }
  candidates.resize(likely);
  const double scale = others > 1 - best ? (1 - best) / others : 1;
  for (std::size_t i = 1; i < candidates.size(); ++i) candidates[i].probability *= scale;
}

std::vector<IntentScore> LinearScorer::score(std::string_view message) const {
  std::vector<IntentScore> likely = candidates(message);
  keep_likely(likely);
  return likely;
}

}  // namespace parley::intents::scoring
