// Reads the files of a bot: from the folder of the bot file, or from the texts that the caller gives (CatalogOptions).
//
// Tested by tests/intents/several_files_test.cc.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "config/bot_files.h"
#include "parley/catalog.h"
#include "parley/files.h"

namespace parley::intents {

// The sources of the files of a bot other than its main file. kInvalidRequest: the file is outside of the bot's folder.
struct BotSources {
  config::FileReader named;     // by path relative to the bot's folder
  config::FolderReader folder;  // also by path
  std::function<Result<std::string>(const std::string& locale)> translation;
};

// Takes the files that the options contain, and the others from the folder of the bot file at `path`.
BotSources sources_beside(const std::string& path, const CatalogOptions& options);
// Takes the files that the options contain. All others are missing.
BotSources sources_in(const CatalogOptions& options);

// Stops reading shortly after `longest` bytes, so that the caller can detect a file that is too long.
Result<std::string> read_bot_file(const std::string& path, std::size_t longest, Input input);

}  // namespace parley::intents
