// Tested by tests/intents/example_classifier_test.cc and lint_limits_test.cc.
#include "intents/training.h"

#include <utility>
#include <vector>

#include "base/hash.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMinExamples = 3;  // an intent with fewer examples does not take part
constexpr std::size_t kMinIntents = 4;
constexpr std::size_t kMaxWork = 5'000'000;            // examples times intents; 15,000 times 150 take 12 s
constexpr std::size_t kMaxHints = 8'000'000;           // in all examples; about 200 MB
constexpr std::size_t kMaxWeights = 75'000'000;        // distinct hints times intents; 300 MB
constexpr std::size_t kMaxTrainingWork = 800'000'000;  // hints times intents times trainings; about 25 s
constexpr double kNever = 1;                           // a threshold that no probability reaches

std::string fingerprint_of(const std::vector<scoring::Example>& examples) {
  std::string content;
  for (const scoring::Example& example : examples) {
    for (const std::string* part : {&example.intent, &example.text}) {
      content += std::to_string(part->size()) + '\n' + *part;
    }
  }
  return base::fingerprint(content);
}

// Returns why training with the examples would take too much memory or time, or an empty string. Hints are words, pairs
// of words and pieces of words.
std::string too_large(const std::vector<scoring::Example>& examples, std::size_t intents) {
  if (examples.size() * intents > kMaxWork) {
    return "the number of examples times the number of their intents exceeds 5,000,000";
  }
  std::vector<std::string_view> texts;
  for (const scoring::Example& example : examples) texts.push_back(example.text);
  const scoring::TrainingSize size = scoring::training_size(texts, kMaxHints);
  if (size.hints > kMaxHints) return "the examples are too long in total; shorten them to sentences";
  const std::size_t trainings = scoring::LinearScorer::trainings(examples.size());
  if (size.columns * intents > kMaxWeights || size.hints * intents * trainings > kMaxTrainingWork) {
    return "the examples have too many different words for " + std::to_string(intents) +
           " intents; shorten them to sentences";
  }
  return {};
}

}  // namespace

Training train(const config::BotDefinition& bot, std::string_view model) {
  Training learning;
  Learned& learned = learning.learned;
  std::vector<scoring::Example> examples;
  for (const config::Intent& intent : bot.intents) {
    if (intent.examples.size() < kMinExamples) continue;
    ++learned.intents;
    for (const config::Text& example : intent.examples) examples.push_back({example.value, intent.id.value});
  }
  learned.examples = examples.size();
  if (bot.likeness_threshold == kNever) {
    learned.why_not = "the bot's likeness.threshold is 1";
  } else if (learned.intents < kMinIntents) {
    learned.why_not = "fewer than four intents have at least three examples";
  }
  if (!learned.why_not.empty()) return learning;

  learning.key = fingerprint_of(examples);
  if (!model.empty()) {
    auto kept = scoring::LinearScorer::load(model, learning.key);
    if (kept) {
      learning.scorer = std::make_shared<const scoring::LinearScorer>(std::move(*kept));
    } else {
      learning.model_problem = kept.error().message;
    }
  }
  if (!learning.scorer) {
    learned.why_not = too_large(examples, learned.intents);
    learning.is_too_large = !learned.why_not.empty();
    if (learning.is_too_large) return learning;
    learning.scorer = std::make_shared<const scoring::LinearScorer>(scoring::LinearScorer::train(examples));
  }
  const scoring::Calibration& calibration = learning.scorer->calibration();
  learned.threshold = bot.likeness_threshold.value_or(calibration.threshold);
  learned.chosen = calibration.threshold;
  learned.right = calibration.right;
  learned.refused = calibration.refused;
  return learning;
}

}  // namespace parley::intents
