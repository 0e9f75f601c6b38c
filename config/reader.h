// Reads a bot file from YAML into a BotDefinition and reports all problems in one pass.
//
// The reader knows every key of the format (docs/bot-format.md, config/bot.schema.json) but does not compile patterns.
// intents/ compiles them and adds its diagnostics to the same list.
#pragma once

#include <string>
#include <string_view>

#include "config/bot_files.h"
#include "config/definition.h"
#include "config/document.h"

namespace parley::config {

// Reads the bot whose main file is the single file of `findings`. On errors, returns what could be read, so that
// intents/ can check the patterns in the same pass. Such a partial definition must not be used for anything else. Adds
// the files that the bot names to `findings`.
BotDefinition read_bot(Diagnostics& findings, DocumentSource& documents, const FileReader& reader = {},
                       const FolderReader& folder_reader = {});
BotDefinition read_bot(Diagnostics& findings);  // for a bot that names no files

}  // namespace parley::config
