#include "intents/topic_words.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "base/locale.h"
#include "intents/folded_text.h"
#include "intents/lexicon.h"
#include "intents/scoring/english_forms.h"
#include "intents/scoring/features.h"

namespace parley::intents {
namespace {

// Returns true for a single letter and for a word with a digit, such as a part of an order number.
bool is_code(std::string_view word) {
  return word.size() == 1 || std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::set<std::string> little_stems_of(const config::BotDefinition& bot) {
  std::map<std::string, std::set<std::size_t>> intents_with;
  std::size_t with_examples = 0;
  for (std::size_t i = 0; i < bot.intents.size(); ++i) {
    with_examples += bot.intents[i].examples.empty() ? 0 : 1;
    for (const config::Text& example : bot.intents[i].examples) {
      const FoldedText folded(example.value);
      const Words words(folded.text());
      for (std::size_t k = 0; k < words.size(); ++k) {
        intents_with[std::string(scoring::stem_of(words.text(k, 1)))].insert(i);
      }
    }
  }
  std::set<std::string> little;
  for (const auto& [stem, intents] : intents_with) {
    if (2 * intents.size() >= with_examples) little.insert(stem);
  }
  return little;
}

}  // namespace

TopicWords::TopicWords(const config::BotDefinition& bot) : is_english_(bot.locale->tag().substr(0, 2) == "en") {
  if (!is_english_) little_stems_ = little_stems_of(bot);
}

std::set<std::string> TopicWords::stems_in(const Words& words) const {
  std::set<std::string> stems;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::string stem = stem_of(words.text(i, 1)); !stem.empty()) stems.insert(std::move(stem));
  }
  return stems;
}

std::string TopicWords::stem_of(std::string_view word) const {
  if (is_code(word)) return {};
  if (is_english_) {
    const bool is_little = !scoring::expanded(word)[1].empty() || lexicon::kEn.topics.little.has(word) ||
                           lexicon::kEn.topics.courtesies.has(word);
    return is_little ? std::string() : std::string(scoring::stem_of(word));
  }
  std::string stem(scoring::stem_of(word));
  return little_stems_.count(stem) != 0 ? std::string() : stem;
}

bool TopicWords::is_courtesy(std::string_view word) { return lexicon::kEn.topics.courtesies.has(word); }

}  // namespace parley::intents
