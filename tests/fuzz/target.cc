#include "tests/fuzz/target.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace parley::fuzz {
namespace {

namespace fs = std::filesystem;

struct Scratch {
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "parley-fuzz-XXXXXX").string();
    if (!mkdtemp(pattern.data())) std::abort();
    folder = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  std::string folder;
};

[[noreturn]] void fail(const fs::path& path) {
  std::fprintf(stderr, "%s: missing, so there is no seed\n", path.c_str());
  std::exit(1);
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string repository_file(const std::string& path) { return read(fs::path(PARLEY_SOURCE_DIR) / path); }

const std::shared_ptr<const Catalog>& shipped_bot() {
  static const auto loaded = Catalog::parse(repository_file("config/intents.yaml"), "intents.yaml");
  return *loaded;
}

const std::shared_ptr<const Catalog>& embed_bot() {
  static const auto loaded = Catalog::parse(repository_file("examples/embed/bot.yaml"), "bot.yaml");
  return *loaded;
}

std::vector<std::string> repository_files(const std::string& path) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(PARLEY_SOURCE_DIR) / path)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> files;
  if (paths.empty()) fail(path);
  for (const fs::path& one : paths) files.push_back(read(one));
  return files;
}

const std::string& scratch() {
  static const Scratch made;
  return made.folder;
}

void write_file(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::vector<std::string> lines_of(std::string_view input, std::size_t count) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= input.size();) {
    const std::size_t end = std::min(input.find('\n', at), input.size());
    lines.emplace_back(input.substr(at, end - at));
    at = end + 1;
  }
  lines.resize(std::max(lines.size(), count));
  return lines;
}

}  // namespace parley::fuzz
