// Translations provide a bot in other languages, with the same intents, params, steps and tools.
//
// A bot with `bot: {languages: [de]}` has a translation file for German. The file maps each text that people read to
// its translation, and gives the words that identify intents and entities. read_translation() returns the bot with
// these replacements.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "config/document.h"

namespace parley::config {

// Returns the file name of a translation: "intents.yaml", "de" -> "intents.de.yaml".
std::string translation_name(std::string_view bot_file, std::string_view locale);

// Returns every text to translate, without duplicates: the texts that the bot says, then the names of params, then the
// values of entities. Texts without words are left out.
std::vector<Text> texts_of(const BotDefinition& bot);

// Returns a translation file without translations.
std::string empty_translation(const BotDefinition& bot, std::string_view locale);

// Returns a translation file with `texts` to fill in. Empty when `texts` is empty.
std::string translation_file(const BotDefinition& bot, std::string_view locale, const std::vector<Text>& texts);

// A bot in another language, and the texts that its translation omits.
struct Translated {
  BotDefinition bot;
  std::vector<Text> missing;
};

// Reads file `file` of the diagnostics as the translation for `locale` and returns the bot in that language. Reports
// the same errors as for a bot file, and W514 for each untranslated text. Also reports W513 for two values with one
// name, W515 for each intent without words, W516 for translated texts that the bot does not say, and W517 for a
// translation that leaves out a placeholder. All of them are in the translation.
Translated read_translation(const BotDefinition& bot, int file, const Text& locale, Diagnostics& findings,
                            DocumentSource& documents);

}  // namespace parley::config
