#include "intents/unknown_words.h"

#include <algorithm>

#include "intents/folded_text.h"
#include "intents/words.h"

namespace parley::intents {

UnknownWords::UnknownWords(const config::BotDefinition& bot, config::Diagnostics& findings) {
  for (const config::Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) {
      if (!param.if_unknown) continue;
      Entry entry;
      entry.intent = static_cast<std::size_t>(&intent - bot.intents.data());
      entry.param = param.id.value;
      for (const config::Text& regex : param.if_unknown->regexes) {
        if (auto pattern = compile_pattern(regex, findings)) entry.regexes.push_back(std::move(*pattern));
      }
      for (const config::Text& example : param.if_unknown->examples) {
        const FoldedText folded(example.value);
        entry.examples.emplace_back(Words(folded.text()).text());
      }
      if (!entry.regexes.empty() || !entry.examples.empty()) entries_.push_back(std::move(entry));
    }
  }
}

bool UnknownWords::are_said(std::size_t intent, std::string_view param, std::string_view folded,
                            std::string_view words) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    if (entry.intent != intent || entry.param != param) return false;
    return std::find(entry.examples.begin(), entry.examples.end(), words) != entry.examples.end() ||
           std::any_of(entry.regexes.begin(), entry.regexes.end(),
                       [&](const Pattern& regex) { return regex.occurs_in(folded); });
  });
}

}  // namespace parley::intents
