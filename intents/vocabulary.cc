// Tested by tests/intents/misspellings_test.cc.
#include "intents/vocabulary.h"

#include <cstddef>

#include "intents/folded_text.h"
#include "intents/lexicon.h"
#include "intents/words.h"

namespace parley::intents {
bool Vocabulary::knows(std::string_view plain_word) const {
  std::call_once(is_gathered_, [this] { gather(); });
  return words_.count(std::string(plain_word)) != 0;
}

void Vocabulary::gather() const {
  for (const std::string_view word : lexicon::kEn.topics.common) words_.emplace(word);
  for (const config::Entity& entity : bot_.entities) add(entity);
  for (const config::TemplateRule& rule : bot_.rules) add(rule.text.value);
  for (const config::Text& phrase : bot_.skip_words) add(phrase.value);
  for (const config::Intent& intent : bot_.intents) {
    for (const config::Rule& rule : intent.rules) add(rule.regex.value);
    for (const config::Text& example : intent.examples) add(example.value);
    for (const config::Sentences& sentences : intent.sentences) {
      for (const config::Text& text : sentences.templates) add(text.value);
      for (const config::TemplateRule& rule : sentences.rules) add(rule.text.value);
      for (const config::Entity& list : sentences.lists) add(list);
    }
  }
}

void Vocabulary::add(const config::Entity& entity) const {
  for (const config::Text& regex : entity.patterns) add(regex.value);
  for (const config::Text& text : entity.templates) add(text.value);
  for (const config::EntityValue& value : entity.values) {
    add(value.canonical.value);
    for (const config::Text& synonym : value.synonyms) add(synonym.value);
  }
}

// Adds the letters of a regex or a template, without escapes such as `\b`.
void Vocabulary::add(std::string_view text) const {
  std::string plain(text);
  for (std::size_t at = plain.find('\\'); at != std::string::npos; at = plain.find('\\', at + 1)) {
    plain.replace(at, 2, 2, ' ');
  }
  for (char& c : plain) {
    if (c == '_') c = ' ';
  }
  const FoldedText folded(plain);
  const Words words(folded.text());
  for (std::size_t i = 0; i < words.size(); ++i) words_.emplace(words.text(i, 1));
}

}  // namespace parley::intents
