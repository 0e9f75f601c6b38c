#include "engine/scripts.h"

#include <algorithm>
#include <filesystem>

#include "parley/files.h"

namespace parley::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

Result<std::vector<std::string>> files_at(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
      if (entry->path().extension() == ".yaml" && entry->is_regular_file(error))
        found.push_back(entry->path().string());
    }
    if (error) return Unexpected(ErrorCode::kFileUnreadable, "cannot read folder '" + path + "': " + error.message());
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  if (files.empty()) return Unexpected(ErrorCode::kFileUnreadable, "no conversation file (*.yaml) found");
  return files;
}

}  // namespace

Result<std::vector<Script>> read_scripts(const std::vector<std::string>& paths) {
  auto files = files_at(paths);
  if (!files) return Unexpected(files.error());
  std::vector<Script> scripts;
  Error broken{ErrorCode::kInvalidFixture, "the conversation files have errors", {}};
  for (const std::string& file : *files) {
    auto bytes = read_input(file, kMostBytes, Input::kStream);
    if (!bytes) return Unexpected(bytes.error());
    config::Findings findings({{file, std::make_shared<const std::string>(std::move(*bytes))}});
    for (Fixture& fixture : read_fixtures(0, findings)) scripts.push_back({file, std::move(fixture)});
    for (Diagnostic& diagnostic : findings.take()) broken.diagnostics.push_back(std::move(diagnostic));
  }
  if (!broken.diagnostics.empty()) return Unexpected(std::move(broken));
  return scripts;
}

}  // namespace parley::engine
