// The bot's own words with which users say that they do not know the value of a param (`if_unknown`): "look it up with
// my email". The built-in words ("I don't know") are those of dialog_acts.h.
//
// Immutable; safe to share between threads. Tested by tests/intents/option_words_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/pattern.h"

namespace parley::intents {

class UnknownWords {
 public:
  // Reports E401, E403 and E404.
  UnknownWords(const config::BotDefinition& bot, config::Diagnostics& findings);

  // `folded` is the message as folded_text.h defines it, `words` as words.h does.
  bool are_said(std::size_t intent, std::string_view param, std::string_view folded, std::string_view words) const;

 private:
  struct Entry {
    std::size_t intent = 0;  // index into BotDefinition::intents
    std::string param;
    std::vector<Pattern> regexes;
    std::vector<std::string> examples;  // their words
  };
  std::vector<Entry> entries_;
};

}  // namespace parley::intents
