// TopicWords finds the words of a text that carry its meaning.
//
// For English there is a list of words without meaning. In other languages, a word without meaning is one that occurs
// in the examples of at least half of the intents. Codes, such as order numbers, have no meaning in any language.
//
// Tested by tests/intents/example_classifier_test.cc.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "config/definition.h"
#include "intents/words.h"

namespace parley::intents {

class TopicWords {
 public:
  TopicWords() = default;
  explicit TopicWords(const config::BotDefinition& bot);

  // Returns the stems of the meaningful words.
  std::set<std::string> stems_in(const Words& words) const;
  // Returns the stem of one plain word. Empty: the word has no meaning.
  std::string stem_of(std::string_view word) const;

  bool is_english() const { return is_english_; }
  // Whether an English word answers, greets or thanks. A message must not start an intent because of it.
  static bool is_courtesy(std::string_view word);

 private:
  bool is_english_ = true;
  std::set<std::string> little_stems_;  // languages other than English
};

}  // namespace parley::intents
