#include "intents/learning.h"

#include <utility>
#include <vector>

#include "base/hash.h"

namespace parley::intents {
namespace {

constexpr std::size_t kFewestExamples = 3;  // of an intent that takes part
constexpr std::size_t kFewestIntents = 4;
constexpr std::size_t kMostWork = 5'000'000;  // examples times intents; 15,000 times 150 take 12 s
constexpr double kNever = 1;                  // a threshold that no probability reaches

std::string fingerprint_of(const std::vector<scoring::Example>& examples) {
  std::string content;
  for (const scoring::Example& example : examples) {
    for (const std::string* part : {&example.intent, &example.text}) {
      content += std::to_string(part->size()) + '\n' + *part;
    }
  }
  return base::fingerprint(content);
}

}  // namespace

Learning learn(const config::BotDefinition& bot, std::string_view model) {
  Learning learning;
  Learned& learned = learning.learned;
  std::vector<scoring::Example> examples;
  for (const config::Intent& intent : bot.intents) {
    if (intent.examples.size() < kFewestExamples) continue;
    ++learned.intents;
    for (const config::Text& example : intent.examples) examples.push_back({example.value, intent.id.value});
  }
  learned.examples = examples.size();
  learning.is_too_large = learned.examples * learned.intents > kMostWork;
  if (bot.likeness_threshold == kNever) {
    learned.why_not = "the bot's likeness.threshold is 1";
  } else if (learned.intents < kFewestIntents) {
    learned.why_not = "fewer than four intents have three examples or more";
  } else if (learning.is_too_large) {
    learned.why_not = "the number of examples times that of their intents is over 5,000,000";
  }
  if (!learned.why_not.empty()) return learning;

  learning.key = fingerprint_of(examples);
  if (!model.empty()) {
    auto kept = scoring::LinearScorer::load(model, learning.key);
    if (kept) {
      learning.scorer = std::make_shared<const scoring::LinearScorer>(std::move(*kept));
    } else {
      learning.useless_model = kept.error().message;
    }
  }
  if (!learning.scorer) {
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
