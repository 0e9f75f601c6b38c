#include "intents/bot_sources.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <istream>
#include <map>
#include <system_error>
#include <utility>

#include "base/errno_text.h"
#include "config/document.h"
#include "config/translation.h"

namespace parley::intents {
namespace {

constexpr std::size_t kLongestFile = config::DocumentLimits{}.max_bytes;

// Returns the real path of a file or folder of the bot. kInvalidRequest: a symbolic link leads it out of the bot's
// folder. A bot from another person could otherwise name private files of its reader.
Result<std::string> real_path_in(const std::filesystem::path& parent, const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path folder = fs::canonical(parent.empty() ? "." : parent, error);
  const fs::path path = error ? fs::path() : fs::canonical(folder / name, error);
  if (error) {
    return Unexpected(ErrorCode::kFileUnreadable,
                      "cannot read '" + (parent / name).string() + "': " + base::errno_text(error.value()));
  }
  if (std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end()) return path.string();
  return Unexpected(ErrorCode::kInvalidRequest,
                    config::quoted(name) + " is a symbolic link that leads out of the bot's folder");
}

Result<std::string> read_beside(const std::filesystem::path& parent, const std::string& name) {
  const auto path = real_path_in(parent, name);
  return path ? read_bot_file(*path, kLongestFile, Input::kFile) : Unexpected(path.error());
}

bool is_hidden(const std::filesystem::path& path) { return path.filename().string().starts_with('.'); }

// Lists the files of `folder`, relative to `parent`. Does not follow links to other folders.
Result<std::vector<std::string>> list_folder(const std::filesystem::path& parent, const std::string& folder) {
  namespace fs = std::filesystem;
  if (const auto real = real_path_in(parent, folder); !real) return Unexpected(real.error());
  const fs::path here = parent.empty() ? "." : parent;
  std::vector<std::string> paths;
  std::error_code error;
  fs::recursive_directory_iterator entry(here / folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (is_hidden(entry->path())) {
      entry.disable_recursion_pending();
    } else if (std::error_code ignored; entry->is_regular_file(ignored)) {
      paths.push_back(entry->path().lexically_relative(here).generic_string());
    }
  }
  if (!error) return paths;
  return Unexpected(ErrorCode::kFileUnreadable, "cannot list the folder '" + folder + "': " + error.message());
}

// Lists the given files that are in `folder`.
std::vector<std::string> given_in(const std::map<std::string, std::string>& given, const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& [path, content] : given) {
    if (folder.empty() || path.starts_with(folder + "/")) paths.push_back(path);
  }
  return paths;
}

BotSources with_given(const CatalogOptions& options, BotSources others) {
  BotSources sources;
  sources.named = [given = options.files, other = std::move(others.named)](const std::string& path) {
    const auto found = given.find(path);
    return found == given.end() ? other(path) : Result<std::string>(found->second);
  };
  sources.folder = [given = options.files, other = std::move(others.folder)](const std::string& folder) {
    std::vector<std::string> own = given_in(given, folder);
    Result<std::vector<std::string>> paths = other(folder);
    if (!paths && own.empty()) return paths;
    if (paths) own.insert(own.end(), paths->begin(), paths->end());
    return Result<std::vector<std::string>>(std::move(own));
  };
  sources.translation = [given = options.translations,
                         other = std::move(others.translation)](const std::string& locale) {
    const auto found = given.find(locale);
    return found == given.end() ? other(locale) : Result<std::string>(found->second);
  };
  return sources;
}

}  // namespace

BotSources sources_beside(const std::string& path, const CatalogOptions& options) {
  BotSources folder;
  const std::filesystem::path main(path);
  folder.named = [parent = main.parent_path()](const std::string& name) { return read_beside(parent, name); };
  folder.folder = [parent = main.parent_path()](const std::string& name) { return list_folder(parent, name); };
  folder.translation = [main](const std::string& locale) {
    return read_beside(main.parent_path(), config::translation_name(main.filename().string(), locale));
  };
  return with_given(options, std::move(folder));
}

BotSources sources_in(const CatalogOptions& options) {
  BotSources none;
  none.named = [](const std::string& path) -> Result<std::string> {
    return Unexpected(ErrorCode::kFileUnreadable,
                      "the content of " + config::quoted(path) + " is missing in CatalogOptions::files");
  };
  none.folder = [](const std::string& folder) -> Result<std::vector<std::string>> {
    return Unexpected(ErrorCode::kFileUnreadable,
                      "the pages of " + config::quoted(folder) + " are missing in CatalogOptions::files");
  };
  none.translation = [](const std::string& locale) -> Result<std::string> {
    return Unexpected(ErrorCode::kFileUnreadable,
                      "the translation to " + config::quoted(locale) + " is missing in CatalogOptions::translations");
  };
  return with_given(options, std::move(none));
}

// Stops reading shortly after `longest` bytes, so that the caller can detect a file that is too long.
Result<std::string> read_bot_file(const std::string& path, std::size_t longest, Input input) {
  const auto file = open_input(path, input);
  if (!file) return Unexpected(file.error());
  std::string bytes;
  std::array<char, 64 * 1024> block;
  while (**file && bytes.size() <= longest) {
    (*file)->read(block.data(), block.size());
    bytes.append(block.data(), static_cast<std::size_t>((*file)->gcount()));
  }
  if ((*file)->bad()) return Unexpected(ErrorCode::kFileUnreadable, "cannot read all of '" + path + "'");
  return bytes;
}

}  // namespace parley::intents
