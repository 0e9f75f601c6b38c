// Translations: a bot in other languages, with the same intents, params, steps and tools.
//
// A bot that speaks German as well (`bot: {languages: [de]}`) has a file for it, which says what is written otherwise:
// each text that people read, by the text of the bot that it stands for, and the words by which intents and entities
// are known. The bot in that language is the bot with those put in place of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::config {

// "intents.yaml", "de" -> "intents.de.yaml".
std::string translation_name(std::string_view bot_file, std::string_view locale);

// Every text that people read: what is said, what params and values are called. Once each, in the order of the file.
std::vector<Text> texts_of(const BotDefinition& bot);

// A translation file that says nothing.
std::string empty_translation(const BotDefinition& bot, std::string_view locale);

// A translation file with these texts to be filled in; empty when there are none.
std::string translation_file(const BotDefinition& bot, std::string_view locale, const std::vector<Text>& texts);

// The bot as it is in the language of file `file` of the findings, which is told to be for `locale`. Findings: those of
// any file of the format, and W514 for each text that the file does not translate (at the bot's text), W515 for each
// intent that it gives no words to, W516 for what it translates and the bot does not say.
struct Translated {
  BotDefinition bot;
  std::vector<Text> missing;
};
Translated read_translation(const BotDefinition& bot, int file, const Text& locale, Diagnostics& findings);

}  // namespace parley::config
