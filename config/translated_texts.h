// The items of a translation file, and their readers. Private to config/translation.cc.
//
// Tested by tests/intents/translation_test.cc.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "config/reader_parts.h"

namespace parley::config {

struct TranslatedText {
  Text from;
  std::optional<Text> to;  // unset: not translated yet
};

// The words that start an intent in the other language. Unset members keep those of the bot.
struct TranslatedParam {
  Text id;
  std::optional<std::vector<Text>> mapping;
  std::vector<Answer> answers;  // in the order of the bot's; without texts, which are translated as all texts are
};
struct TranslatedIntent {
  Text id;
  std::optional<Match> match;
  std::optional<std::vector<Text>> examples;
  std::vector<TranslatedParam> params;
  std::vector<Answer> answers;  // as those of a param
};

struct TranslatedEntity {
  Text id;
  std::vector<std::pair<Text, std::vector<Text>>> values;  // values with their synonyms
  std::vector<Text> patterns, templates, examples;
};

std::optional<TranslatedText> as_translated_text(const Node& node, Diagnostics& findings);
TranslatedIntent read_translated_intent(const Text& id, const Node& node, Diagnostics& findings);
TranslatedEntity read_translated_entity(const Text& id, const Node& node, Diagnostics& findings);

}  // namespace parley::config
