// Tested by tests/intents/cross_validation_test.cc.
#include "intents/scoring/cross_validation.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace parley::intents::scoring {
namespace {

constexpr std::size_t kFolds = 5;
constexpr std::size_t kOneFoldFrom = 4000;       // examples
constexpr std::size_t kMinToLeaveOutIntent = 4;  // intents; with fewer, too little training data would remain

HeldOut judge(const LinearScorer& scorer, const Example& example, bool is_in_scope) {
  std::vector<IntentScore> scores = scorer.candidates(example.text, example.general);
  LinearScorer::keep_likely(scores);
  HeldOut result;
  result.is_in_scope = is_in_scope;
  if (scores.empty()) return result;
  result.confidence = scores.front().probability;
  result.best = scores.front().intent;
  result.is_right = scores.front().intent == example.intent;
  result.is_offered = std::any_of(scores.begin(), scores.end(),
                                  [&](const IntentScore& score) { return score.intent == example.intent; });
  return result;
}

}  // namespace

std::size_t trainings(std::size_t examples) { return examples < kOneFoldFrom ? kFolds : 1; }

std::vector<HeldOut> cross_validate(const std::vector<Example>& examples) {
  struct Intent {
    std::size_t number = 0;
    std::size_t examples = 0;
  };
  std::unordered_map<std::string_view, Intent> intents;
  std::vector<std::size_t> nth;  // of each example within its intent
  for (const Example& example : examples) {
    Intent& intent = intents.try_emplace(example.intent, Intent{intents.size(), 0}).first->second;
    nth.push_back(intent.examples++);
  }
  const bool leaves_out_intents = intents.size() >= kMinToLeaveOutIntent;

  std::vector<HeldOut> results;
  for (std::size_t fold = 0; fold < trainings(examples.size()); ++fold) {
    const auto is_left_out = [&](std::string_view intent) {
      return !intent.empty() && leaves_out_intents && intents[intent].number % kFolds == fold;
    };
    std::vector<Example> kept;
    std::vector<std::size_t> left_out;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const Example& example = examples[i];
      const bool is_in_fold = nth[i] % kFolds == fold && intents[example.intent].examples > 1;
      if (is_in_fold || is_left_out(example.intent)) {
        left_out.push_back(i);
      } else {
        kept.push_back(example);
      }
    }
    if (kept.empty()) continue;
    const LinearScorer scorer = LinearScorer::train(kept);
    for (const std::size_t i : left_out) {
      const std::string& intent = examples[i].intent;
      results.push_back(judge(scorer, examples[i], !intent.empty() && !is_left_out(intent)));
      results.back().example = i;
    }
  }
  return results;
}

}  // namespace parley::intents::scoring
