#include "intents/bot_sources.h"

#include <array>
#include <filesystem>
#include <istream>
#include <utility>

#include "config/document.h"
#include "config/translation.h"

namespace parley::intents {
namespace {

constexpr std::size_t kLongestFile = config::DocumentLimits{}.max_bytes;

BotSources with_given(const CatalogOptions& options, BotSources others) {
  BotSources sources;
  sources.named = [given = options.files, other = std::move(others.named)](const std::string& path) {
    const auto found = given.find(path);
    return found == given.end() ? other(path) : Result<std::string>(found->second);
  };
  sources.translation = [given = options.translations,
                         other = std::move(others.translation)](const std::string& locale) {
    const auto found = given.find(locale);
    return found == given.end() ? other(locale) : std::optional(found->second);
  };
  return sources;
}

}  // namespace

BotSources sources_beside(const std::string& path, const CatalogOptions& options) {
  BotSources folder;
  folder.named = [parent = std::filesystem::path(path).parent_path()](const std::string& name) {
    return read_bot_file((parent / name).string(), kLongestFile, Input::kFile);
  };
  folder.translation = [path](const std::string& locale) -> std::optional<std::string> {
    auto text = read_bot_file(config::translation_name(path, locale), kLongestFile, Input::kFile);
    return text ? std::optional(std::move(*text)) : std::nullopt;
  };
  return with_given(options, std::move(folder));
}

BotSources sources_in(const CatalogOptions& options) {
  BotSources none;
  none.named = [](const std::string& path) -> Result<std::string> {
    return Unexpected(ErrorCode::kFileUnreadable,
                      "the content of " + config::quoted(path) + " is missing in CatalogOptions::files");
  };
  none.translation = [](const std::string&) { return std::nullopt; };
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
