// Tested by tests/intents/example_classifier_test.cc and lint_limits_test.cc.
#include "intents/training.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "config/visitors.h"
#include "intents/folded_text.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMinExamples = 3;                // an intent with fewer examples does not take part
constexpr std::size_t kMinClasses = 2;                 // intents, and the examples of no intent
constexpr std::size_t kMaxWork = 5'000'000;            // examples times intents; 15,000 times 150 take 4 s
constexpr std::size_t kMaxHints = 8'000'000;           // in all examples; about 200 MB
constexpr std::size_t kMaxWeights = 75'000'000;        // distinct hints times intents; 300 MB
constexpr std::size_t kMaxTrainingWork = 800'000'000;  // hints times intents; about 25 s
constexpr double kNever = 1;                           // a confidence that no message reaches
constexpr char kAnswerClass = '\n';                    // begins the name of the class of an answer; no id contains it

std::string fingerprint_of(const std::vector<scoring::Example>& examples) {
  std::string content;
  for (const scoring::Example& example : examples) {
    for (const std::string* part : {&example.intent, &example.text, &example.general}) {
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
  if (size.columns * intents > kMaxWeights || size.hints * intents > kMaxTrainingWork) {
    return "the examples have too many different words for " + std::to_string(intents) +
           " intents; shorten them to sentences";
  }
  return {};
}

scoring::Example example_of(const std::string& text, std::string intent, const OwnValues& values) {
  return {text, std::move(intent), values.with_lists(FoldedText(text).text())};
}

void add_answers(const config::BotDefinition& bot, const OwnValues& values, std::vector<scoring::Example>& examples) {
  std::size_t number = 0;
  config::for_each_answer(bot,
                          [&](const config::Intent&, const config::Param*, const config::Answer& answer, std::size_t) {
                            const std::string name = kAnswerClass + std::to_string(number++);
                            if (answer.examples.size() < kMinExamples) return;
                            for (const config::Text& text : answer.examples) {
                              examples.push_back(example_of(text.value, name, values));
                            }
                          });
}

}  // namespace

std::optional<std::size_t> answer_of_class(std::string_view name) {
  if (name.empty() || name.front() != kAnswerClass) return std::nullopt;
  return static_cast<std::size_t>(std::stoull(std::string(name.substr(1))));
}

bool takes_part_in_training(const config::Intent& intent) { return intent.examples.size() >= kMinExamples; }

std::vector<TrainingSource> training_sources(const config::BotDefinition& bot) {
  std::vector<TrainingSource> sources;
  const auto add = [&](const std::vector<config::Text>& texts, const config::Intent* intent) {
    if (texts.size() < kMinExamples) return;
    for (const config::Text& text : texts) sources.push_back({&text, intent});
  };
  for (const config::Intent& intent : bot.intents) add(intent.examples, &intent);
  add(bot.none, nullptr);
  return sources;
}

std::vector<scoring::Example> training_examples(const config::BotDefinition& bot, const OwnValues& values) {
  std::vector<scoring::Example> examples;
  for (const auto& [text, intent] : training_sources(bot)) {
    examples.push_back(example_of(text->value, intent ? intent->id.value : std::string(), values));
  }
  return examples;
}

Training train(const config::BotDefinition& bot, const OwnValues& values, std::string_view model) {
  Training learning;
  Learned& learned = learning.learned;
  std::vector<scoring::Example> examples = training_examples(bot, values);
  learned.examples = examples.size();
  add_answers(bot, values, examples);
  std::size_t classes = 0, learnable = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (i != 0 && examples[i].intent == examples[i - 1].intent) continue;
    ++classes;
    if (!examples[i].intent.empty()) ++learnable;
    if (!examples[i].intent.empty() && i < learned.examples) ++learned.intents;
  }
  if (bot.likeness.act == kNever) {
    learned.why_not = "the bot's 'likeness' is 1";
  } else if (classes < kMinClasses || learnable == 0) {
    learned.why_not = "fewer than two intents have at least three examples";
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
    learned.why_not = too_large(examples, classes);
    learning.is_too_large = !learned.why_not.empty();
    if (learning.is_too_large) return learning;
    learning.scorer = std::make_shared<const scoring::LinearScorer>(scoring::LinearScorer::train(examples));
  }
  learned.act = bot.likeness.act.value_or(scoring::LinearScorer::kActFrom);
  learned.ask = std::min(learned.act, bot.likeness.ask.value_or(scoring::LinearScorer::kAskFrom));
  return learning;
}

}  // namespace parley::intents
