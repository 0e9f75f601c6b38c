// Tested by tests/intents/example_classifier_test.cc.
#include "intents/examples.h"

#include <algorithm>

#include "base/text.h"
#include "intents/folded_text.h"

namespace parley::intents {

Examples::Examples(const config::BotDefinition& bot) {
  for (std::size_t i = 0; i < bot.intents.size(); ++i) {
    const config::Intent& intent = bot.intents[i];
    for (const config::Text& example : intent.examples) {
      Evidence evidence;
      evidence.intent = static_cast<int>(i);
      evidence.source = &example;
      evidence.kind = Evidence::Kind::kExample;
      const FoldedText folded(example.value);
      const Words words(folded.text());
      if (words.size() == 0) continue;
      by_words_[std::string(words.text())].push_back(evidence);
      longest_ = std::max(longest_, words.text().size());
    }
  }
}

void Examples::match(const Words& words, std::string_view message, std::vector<Evidence>& out) const {
  if (words.text().size() > longest_) return;
  const auto found = by_words_.find(std::string(words.text()));
  if (found == by_words_.end()) return;
  const std::string_view trimmed = base::trim(message);
  for (Evidence evidence : found->second) {
    evidence.begin = static_cast<std::size_t>(trimmed.data() - message.data());
    evidence.end = evidence.begin + trimmed.size();
    out.push_back(evidence);
  }
}

}  // namespace parley::intents
