// Tested by tests/config/include_test.cc.
#include "config/bot_files.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace parley::config {
namespace {

constexpr std::size_t kMaxFiles = 200;  // without pages
constexpr std::size_t kMaxPages = 2000;
constexpr std::size_t kMaxDepth = 8;
constexpr std::size_t kMaxBytes = std::size_t{32} << 20;  // of all files

// <filesystem> is avoided because its std::quoted hides config::quoted.
std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }  // npos + 1 is 0
std::string_view file_name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Returns the shortest form of a relative path: "a/../b/./c.yaml" -> "b/c.yaml". Nullopt: it leads out of the folder.
std::optional<std::string> normalised(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
    end = path.find('/', begin);
    const std::string_view part = path.substr(begin, end - begin);
    if (part == "..") {
      if (parts.empty()) return std::nullopt;
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
  }
  std::string out;
  for (const std::string_view part : parts) out.append(out.empty() ? "" : "/").append(part);
  return out;
}

bool ends_as_folder(std::string_view path) {
  const std::string_view last = file_name_of(path);
  return last.empty() || last == "." || last == "..";
}

bool is_page(std::string_view path) { return path.ends_with(".md") || path.ends_with(".markdown"); }

}  // namespace

BotFiles::BotFiles(Diagnostics& findings, const FileReader& reader, const FolderReader& folder_reader)
    : findings_(findings), reader_(reader), folder_reader_(folder_reader) {
  const std::string main(file_name_of(findings.files().front().name));
  files_[0] = {main, {}};
  by_path_[main] = 0;
}

std::optional<std::string> BotFiles::path_named(const Text& name) {
  auto whole = normalised(std::string(folder_of(files_[name.mark.file].path)) + name.value);
  if (whole && !name.value.starts_with('/')) return whole;
  fail(name, "the file " + quoted(name.value) + " is outside of the bot's folder", std::string(kMoveInside));
  return std::nullopt;
}

std::optional<int> BotFiles::read(const Text& name) {
  const auto path = path_named(name);
  if (!path) return std::nullopt;
  if (ends_as_folder(name.value)) {
    fail(name, quoted(name.value) + " is not the name of a file", "for example orders.yaml");
    return std::nullopt;
  }
  if (by_path_.count(*path) != 0) {
    report_second(name, *path);
    return std::nullopt;
  }
  if (files_.size() - pages_ >= kMaxFiles || way_to(name.mark.file).size() > kMaxDepth) {
    fail(name,
         files_.size() - pages_ >= kMaxFiles
             ? "the bot has more than " + std::to_string(kMaxFiles) + " files"
             : "files include each other more than " + std::to_string(kMaxDepth) + " levels deep",
         "combine some of the files");
    return std::nullopt;
  }
  return add(*path, name);
}

std::optional<int> BotFiles::read_page(const Text& name) {
  ++pages_;
  const auto file = read(name);
  if (!file) --pages_;
  return file;
}

std::vector<int> BotFiles::read_pages(const Text& folder) {
  const auto path = path_named(folder);
  if (!path) return {};
  auto paths = folder_reader_ ? folder_reader_(*path)
                              : Unexpected(ErrorCode::kFileUnreadable, "the folder " + quoted(*path) + " is missing");
  if (!paths) {
    report_unread(folder, paths.error());
    return {};
  }
  std::erase_if(*paths, [](const std::string& name) { return !is_page(name); });
  if (paths->empty()) fail(folder, "the folder " + quoted(folder.value) + " has no page", "a page is a .md file");
  std::sort(paths->begin(), paths->end());
  std::vector<int> files;
  for (const std::string& page : *paths) {
    if (by_path_.count(page) != 0) continue;
    if (++pages_ > kMaxPages) {
      fail(folder, "the bot has more than " + std::to_string(kMaxPages) + " pages", "combine some of the pages");
      break;
    }
    if (const auto file = add(page, folder)) files.push_back(*file);
  }
  return files;
}

std::optional<int> BotFiles::add(const std::string& path, const Text& name) {
  auto bytes = reader_ ? reader_(path)
                       : Unexpected(ErrorCode::kFileUnreadable, "the content of " + quoted(path) + " is missing");
  if (!bytes) {
    report_unread(name, bytes.error());
    return std::nullopt;
  }
  bytes_ += bytes->size();
  if (bytes_ > kMaxBytes) {
    fail(name, "the files of the bot have more than " + std::to_string(kMaxBytes) + " bytes", "remove some of them");
    return std::nullopt;
  }
  const std::string folder(folder_of(findings_.files().front().name));
  const int file = findings_.add({folder + path, std::make_shared<const std::string>(std::move(*bytes))});
  files_[file] = {path, name.mark};
  by_path_[path] = file;
  return file;
}

void BotFiles::fail(const Text& name, const std::string& message, const std::string& hint) {
  findings_.error("E315", name.mark, name.value, message, hint);
}

void BotFiles::report_unread(const Text& name, const Error& error) {
  const bool is_outside = error.code == ErrorCode::kInvalidRequest;
  fail(name, error.message, is_outside ? std::string(kMoveInside) : "a path is relative to the file that contains it");
}

void BotFiles::report_second(const Text& name, const std::string& path) {
  const int first = by_path_[path];
  const std::vector<int> way = way_to(name.mark.file);
  if (std::find(way.begin(), way.end(), first) != way.end()) {
    fail(name,
         "the file " + quoted(name.value) + (first == name.mark.file ? " includes itself" : " includes this file"),
         "remove one of the two, so that files do not include each other in a cycle");
  } else {
    fail(name, "the file " + quoted(name.value) + " is named twice",
         "the first is " + findings_.place_of(files_[first].named_at, name.mark) + "; remove one of them");
  }
}

std::vector<int> BotFiles::way_to(int file) const {
  std::vector<int> way = {file};
  while (file != 0) {
    file = files_.at(file).named_at.file;
    way.push_back(file);
  }
  return way;
}

}  // namespace parley::config
