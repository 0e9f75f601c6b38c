// Tested by tests/cli/reload_test.
#include "cli/bot_watch.h"

#include <algorithm>
#include <system_error>

namespace parley::cli {

BotWatch::BotWatch(const std::string& path, const Catalog& bot) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return;
  for (const std::string& file : bot.files()) files_.emplace(file, stamp_of(file));
  files_.emplace(path + ".model", stamp_of(path + ".model"));
}

bool BotWatch::has_changed() const {
  return std::any_of(files_.begin(), files_.end(),
                     [](const auto& file) { return stamp_of(file.first) != file.second; });
}

BotWatch::Stamp BotWatch::stamp_of(const std::string& path) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(path, error);
  if (error) return std::nullopt;
  const auto size = std::filesystem::file_size(path, error);
  if (error) return std::nullopt;
  return std::pair(time, size);
}

}  // namespace parley::cli
