// BotFiles reads the files that a bot names: parts of the bot (`include`) and examples (`examples_from`).
//
// A name is a path relative to the folder of the file that names it. It must stay inside the folder of the bot's main
// file, so that a bot can be copied as one folder, and a bot from another person cannot name private files. The readers
// judge where symbolic links lead. A file belongs to the bot once.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "parley/result.h"

namespace parley::config {

// Returns the content of a file by its path relative to the folder of the bot's main file: "orders/refunds.yaml".
// kInvalidRequest: the file is outside of that folder.
using FileReader = std::function<Result<std::string>(const std::string& path)>;
// Returns the paths of all files in a folder and its subfolders, in any order. Both are relative like those above. An
// empty path is the folder of the main file.
using FolderReader = std::function<Result<std::vector<std::string>>(const std::string& folder)>;

// What to do about a file outside of the bot's folder.
constexpr std::string_view kMoveInside =
    "move the file into the folder of the main file, and write its path relative to this file";

class BotFiles {
 public:
  // `findings` holds the main file. Borrows all arguments.
  BotFiles(Diagnostics& findings, const FileReader& reader, const FolderReader& folder_reader);

  // Reads the file that `name` names, and adds it to the findings. Returns its index there, or nullopt after E315.
  std::optional<int> read(const Text& name);
  // Reads a page of the bot's knowledge, like read().
  std::optional<int> read_page(const Text& name);
  // Reads the pages in the folder that `name` names and in its subfolders: the Markdown files that do not belong to the
  // bot yet, in the order of their paths. Reports E315.
  std::vector<int> read_pages(const Text& folder);

  // Returns the path of a file relative to the folder of the main file.
  const std::string& path_of(int file) const { return files_.at(file).path; }

 private:
  struct File {
    std::string path;  // relative to the folder of the main file, in its shortest form
    Mark named_at;     // unset for the main file
  };
  // Returns the path that `name` names; nullopt after E315.
  std::optional<std::string> path_named(const Text& name);
  std::optional<int> add(const std::string& path, const Text& name);
  void fail(const Text& name, const std::string& message, const std::string& hint);
  void report_unread(const Text& name, const Error& error);
  void report_second(const Text& name, const std::string& path);
  // Returns the files that led to `file`: the file itself, the one that names it, up to the main file.
  std::vector<int> way_to(int file) const;

  Diagnostics& findings_;
  const FileReader& reader_;
  const FolderReader& folder_reader_;
  std::size_t pages_ = 0;
  std::map<int, File> files_;  // by index
  std::map<std::string, int> by_path_;
  std::size_t bytes_ = 0;
};

}  // namespace parley::config
