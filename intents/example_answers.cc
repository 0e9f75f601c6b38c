// Part of ExampleClassifier: which entry of `answers` a question resembles.
// Tested by tests/intents/inquiry_reading_test.cc.
#include <algorithm>
#include <utility>

#include "config/visitors.h"
#include "intents/example_classifier.h"
#include "intents/folded_text.h"
#include "intents/lexicon.h"
#include "intents/scoring/confidence.h"

namespace parley::intents {
namespace {

std::set<std::string> all_stems_in(const Words& words) {
  std::set<std::string> stems;
  for (std::size_t i = 0; i < words.size(); ++i) stems.emplace(scoring::stem_of(words.text(i, 1)));
  return stems;
}

std::set<std::string> pairs_in(const Words& words) {
  std::set<std::string> pairs;
  for (std::size_t i = 1; i < words.size(); ++i) pairs.emplace(words.text(i - 1, 2));
  return pairs;
}

// Returns the stems of the words in the values of all entities, and in their synonyms.
std::set<std::string> stems_of_values(const config::BotDefinition& bot) {
  std::set<std::string> stems;
  for (const config::Entity& entity : bot.entities) {
    for (const config::EntityValue& value : entity.values) {
      stems.merge(all_stems_in(Words(FoldedText(value.canonical.value).text())));
      for (const config::Text& synonym : value.synonyms)
        stems.merge(all_stems_in(Words(FoldedText(synonym.value).text())));
    }
  }
  return stems;
}

}  // namespace

void ExampleClassifier::learn_answers(Ready& ready) const {
  ready.topic_words = TopicWords(bot_);
  ready.value_stems = stems_of_values(bot_);
  config::for_each_answer(bot_,
                          [&](const config::Intent&, const config::Param*, const config::Answer& answer, std::size_t) {
                            Ready::AnswerWords& known = ready.answer_words.emplace_back();
                            for (const config::Text& example : answer.examples) {
                              const FoldedText folded(example.value);
                              const Words words(folded.text());
                              std::set<std::string> topics = ready.topic_words.stems_in(words);
                              if (topics.empty()) known.pairs.merge(pairs_in(words));
                              known.topics.insert(topics.begin(), topics.end());
                              known.examples.push_back(std::move(topics));
                            }
                          });
}

std::optional<std::size_t> ExampleClassifier::answer(const Words& words, std::string_view message,
                                                     const std::vector<std::size_t>& scope, bool is_inquiry) const {
  if (scope.empty() || is_off() || !learning().scorer) return std::nullopt;
  std::string problem;
  std::optional<std::size_t> best;
  const std::set<std::string> topics = ready().topics_of_inquiry(words);
  double confidence = 0;  // that the message asks for one of the answers; which one, the scope decides
  for (const Similar& one : similar(message, values_.codes_in(message), problem)) {
    if (!one.answer) continue;
    confidence += one.confidence;
    const bool is_in_scope = std::find(scope.begin(), scope.end(), *one.answer) != scope.end();
    if (!best && is_in_scope && knows_answer(*one.answer, topics, words, is_inquiry ? kHalf : 1)) best = one.answer;
  }
  if (!is_inquiry && topics.empty()) return std::nullopt;
  const double act = bot_.likeness.act.value_or(ready().scorer->threshold());
  const double ask = std::min(act, bot_.likeness.ask.value_or(scoring::LinearScorer::kAskFrom));
  if (best && confidence >= (is_inquiry ? ask : act)) return best;
  return is_inquiry ? answer_by_pairs(words, scope) : std::nullopt;
}

// A question without a meaningful word, apart from values, asks for the only entry that has two of its pairs of words:
// "how much is the large one?".
std::optional<std::size_t> ExampleClassifier::answer_by_pairs(const Words& words,
                                                              const std::vector<std::size_t>& scope) const {
  const std::set<std::string> topics = ready().topics_of_inquiry(words), pairs = pairs_in(words);
  const auto is_value = [&](const std::string& topic) { return ready().value_stems.count(topic) != 0; };
  if (!std::all_of(topics.begin(), topics.end(), is_value)) return std::nullopt;
  std::vector<std::size_t> found;
  for (const std::size_t entry : scope) {
    const std::set<std::string>& known = ready().answer_words[entry].pairs;
    if (std::count_if(pairs.begin(), pairs.end(), [&](const std::string& pair) { return known.count(pair) != 0; }) >
        1) {
      found.push_back(entry);
    }
  }
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

bool ExampleClassifier::is_like_example(std::size_t answer, const Words& words) const {
  const Ready& ready = this->ready();
  std::set<std::string> topics = ready.topics_of_inquiry(words);
  std::erase_if(topics, [&](const std::string& topic) { return ready.value_stems.count(topic) != 0; });
  const auto is_alike = [&](const std::set<std::string>& example) {
    const auto shared = static_cast<std::size_t>(std::count_if(
        topics.begin(), topics.end(), [&](const std::string& topic) { return example.count(topic) != 0; }));
    return shared > 0 && 3 * shared >= 2 * topics.size() && 3 * shared >= 2 * example.size();
  };
  const std::vector<std::set<std::string>>& examples = ready.answer_words[answer].examples;
  return std::any_of(examples.begin(), examples.end(), is_alike);
}

std::optional<std::size_t> ExampleClassifier::answer_about(const Words& inquiry, const Words& named,
                                                           const std::vector<std::size_t>& scope) const {
  if (is_off()) return std::nullopt;
  const Ready& ready = this->ready();
  std::set<std::string> topics = ready.topics_of_inquiry(inquiry);
  for (const std::string& stem : ready.topic_words.stems_in(named)) topics.erase(stem);
  std::erase_if(topics, [&](const std::string& topic) { return ready.value_stems.count(topic) != 0; });
  if (topics.empty()) return std::nullopt;
  std::vector<std::size_t> found;
  for (const std::size_t entry : scope) {
    const std::set<std::string>& known = ready.answer_words[entry].topics;
    if (std::includes(known.begin(), known.end(), topics.begin(), topics.end())) found.push_back(entry);
  }
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

// Returns the meaningful stems of a question, without words that follow "how".
std::set<std::string> ExampleClassifier::Ready::topics_of_inquiry(const Words& words) const {
  std::set<std::string> topics = topic_words.stems_in(words);
  for (const std::string_view word : lexicon::kEn.topics.after_how) topics.erase(std::string(word));
  return topics;
}

bool ExampleClassifier::knows_answer(std::size_t answer, const std::set<std::string>& topics, const Words& words,
                                     double share) const {
  const Ready::AnswerWords& known = ready().answer_words[answer];
  if (!topics.empty()) {
    const auto shared = std::count_if(topics.begin(), topics.end(), [&](const std::string& topic) {
      // Values of the bot belong to any question: "how much is the large one?"
      return known.topics.count(topic) != 0 || ready().value_stems.count(topic) != 0;
    });
    return static_cast<double>(shared) >= share * static_cast<double>(topics.size());
  }
  const std::set<std::string> pairs = pairs_in(words);
  return std::any_of(pairs.begin(), pairs.end(), [&](const std::string& pair) { return known.pairs.count(pair) != 0; });
}

}  // namespace parley::intents
