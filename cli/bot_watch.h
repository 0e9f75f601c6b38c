// BotWatch notices that a file of a bot has changed: the bot file, an included file, a file of examples, a translation,
// or the trained model. It compares modification times and sizes when it is asked, without a thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "parley/catalog.h"

namespace parley::cli {

class BotWatch {
 public:
  // Takes note of the files of the bot at `path` as they are now. A bot that is not a regular file, such as a pipe,
  // never changes.
  BotWatch(const std::string& path, const Catalog& bot);

  bool has_changed() const;

 private:
  // Unset: the file does not exist.
  using Stamp = std::optional<std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
  static Stamp stamp_of(const std::string& path);

  std::map<std::string, Stamp> files_;
};

}  // namespace parley::cli
