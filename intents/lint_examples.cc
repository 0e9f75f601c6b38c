// Tested by tests/intents/lint_examples_test.cc.
#include "intents/lint_examples.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "intents/folded_text.h"
#include "intents/lint.h"
#include "intents/scoring/features.h"
#include "intents/topic_words.h"
#include "intents/training.h"

namespace parley::intents {
namespace {

// Returns the word of the text with this stem, as the author wrote it.
std::string word_with(const std::string& stem, const config::Text& text) {
  const FoldedText folded(text.value);
  const Words words(folded.text());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (scoring::stem_of(words.text(i, 1)) == stem) return std::string(words.text(i, 1));
  }
  return stem;
}

// Returns the stems that are in every text.
std::set<std::string> stems_in_all(const std::vector<config::Text>& texts, const TopicWords& topics) {
  std::map<std::string, std::size_t> counts;
  for (const config::Text& text : texts) {
    const FoldedText folded(text.value);
    for (const std::string& stem : topics.stems_in(Words(folded.text()))) ++counts[stem];
  }
  std::set<std::string> stems;
  for (const auto& [stem, count] : counts) {
    if (count == texts.size()) stems.insert(stem);
  }
  return stems;
}

}  // namespace

void find_shared_words(const config::BotDefinition& bot, config::Diagnostics& findings) {
  if (bot.likeness.act == 1) return;  // the bot does not learn
  const TopicWords topics(bot);
  std::map<std::string, const config::Intent*> first_with;  // by stem
  for (const config::Intent& intent : bot.intents) {
    if (!takes_part_in_training(intent)) continue;
    for (const std::string& stem : stems_in_all(intent.examples, topics)) {
      const auto [first, is_new] = first_with.emplace(stem, &intent);
      if (is_new) continue;
      const config::Text& example = intent.examples.front();
      const std::string word = word_with(stem, example), other = config::quoted(first->second->id.value);
      findings.warning("W520", example.mark, word,
                       "every example of the intent " + config::quoted(intent.id.value) + " contains " +
                           config::quoted(word) + ", and so does every example of " + other +
                           ", so the word does not tell them apart",
                       "add examples without it to both intents, in the words of real users; the examples of " + other +
                           " begin " + findings.place_of(first->second->examples.front().mark, example.mark));
    }
  }
}

void find_claimed_none(const Classifier& classifier, const base::WorkBudget& work, config::Diagnostics& findings) {
  const config::BotDefinition& bot = classifier.bot();
  for (const config::Text& example : bot.none) {
    const std::vector<Evidence> evidence = classifier.evidence(example.value);
    if (work.is_exceeded()) return;
    const auto winner = std::find_if(evidence.begin(), evidence.end(), [&](const Evidence& one) {
      return one.kind != Evidence::Kind::kLikeness && !has_guard(bot.intents[static_cast<std::size_t>(one.intent)]);
    });
    if (winner == evidence.end()) continue;
    const std::string& intent = bot.intents[static_cast<std::size_t>(winner->intent)].id.value;
    const bool is_example = winner->kind == Evidence::Kind::kExample;
    findings.warning("W521", example.mark, example.value,
                     "the example " + config::quoted(example.value) + " of 'none' is understood as the intent " +
                         config::quoted(intent),
                     (is_example ? "that intent has the same example " : "the rule or template ") +
                         findings.place_of(winner->source->mark, example.mark) + (is_example ? "" : " matches it"));
  }
}

}  // namespace parley::intents
