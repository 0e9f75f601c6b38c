// Tests reading and replacing cache files. No failure is an error.
#include "base/cache_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/memory/temp_folder.h"

namespace parley::base {
namespace {

namespace fs = std::filesystem;
using test::TempFolder;

std::string written_source(const TempFolder& folder, mode_t mode) {
  std::string source = folder.file("bot.yaml");
  std::ofstream(source) << "parley: 1";
  REQUIRE(::chmod(source.c_str(), mode) == 0);
  return source;
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777U;
}

std::size_t files_in(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST_CASE("cache file: the bytes that were written last are read") {
  const TempFolder folder;
  const std::string source = written_source(folder, 0644), cache = source + ".cache";
  CHECK(read_cache(cache).empty());
  const std::string bytes(100'000, '\0');
  write_cache(cache, "first", source);
  write_cache(cache, bytes, source);
  CHECK(read_cache(cache) == bytes);
  CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("cache file: the readers of the source may read it, and only the owner may write") {
  const TempFolder folder;
  for (const auto& [of_source, of_cache] : {std::pair{0640U, 0640U}, {0666U, 0644U}, {0755U, 0644U}, {0400U, 0600U}}) {
    const std::string source = written_source(folder, of_source);
    write_cache(source + ".cache", "x", source);
    CHECK(mode_of(source + ".cache") == of_cache);
    fs::remove(source);
  }
  write_cache(folder.file("alone"), "x", "");
  CHECK(mode_of(folder.file("alone")) == 0600U);
}

TEST_CASE("cache file: a place that cannot be written stays as it is") {
  const TempFolder folder;
  write_cache(folder.file("missing/bot.cache"), "x", "");
  CHECK(read_cache(folder.file("missing/bot.cache")).empty());
  const std::string source = written_source(folder, 0644);
  fs::create_directory(folder.file("folder"));
  fs::create_symlink(source, folder.file("link"));
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  for (const char* name : {"folder", "link", "pipe", "bot.yaml"}) write_cache(folder.file(name), "x", source);
  CHECK(fs::is_directory(folder.file("folder")));
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(fs::is_fifo(folder.file("pipe")));
  CHECK(read_cache(source) == "parley: 1");
  CHECK(files_in(folder.path().string()) == 4);
}

TEST_CASE("cache file: a folder, a link, a pipe and a file that another user can write are not read") {
  const TempFolder folder;
  const std::string file = folder.file("file");
  write_cache(file, "x", "");
  CHECK(read_cache(file) == "x");
  fs::create_symlink(file, folder.file("link"));
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  fs::create_directory(folder.file("folder"));
  for (const char* name : {"link", "pipe", "folder"}) CHECK(read_cache(folder.file(name)).empty());
  for (const mode_t mode : {0660U, 0606U}) {
    REQUIRE(::chmod(file.c_str(), mode) == 0);
    CHECK(read_cache(file).empty());
  }
  REQUIRE(::chmod(file.c_str(), 0600) == 0);
  CHECK(read_cache(file) == "x");
  if (::geteuid() != 0) return;  // only root can give a file to another user
  REQUIRE(::chown(file.c_str(), 12345, 12345) == 0);
  CHECK(read_cache(file).empty());
}

}  // namespace
}  // namespace parley::base
