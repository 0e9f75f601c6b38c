// Tests update_file(): parallel changes, and files that it must not touch.
#include <atomic>
#include <filesystem>
#include <set>
#include <sstream>
#include <thread>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parley/files.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using test::bytes_of;
using test::TempFolder;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMost = 100'000;

Result<void> append(const std::string& path, const std::string& text) {
  return update_file(path, kMost,
                     [&](const std::string* bytes) { return Result<std::string>((bytes ? *bytes : "") + text); });
}

std::set<std::string> names_in(const TempFolder& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.path())) names.insert(entry.path().filename().string());
  return names;
}

}  // namespace

TEST_CASE("a file is created and changed as a whole, and only its owner may read it") {
  const TempFolder folder;
  const std::string path = folder.file("keys");
  REQUIRE(append(path, "a"));
  CHECK(bytes_of(path) == "a");
  CHECK(test::mode_of(path) == 0600);
  ::chmod(path.c_str(), 0640);
  const int reader = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  REQUIRE(append(path, "b"));
  CHECK(bytes_of(path) == "ab");
  CHECK(test::mode_of(path) == 0600);
  char seen[8];
  CHECK(::read(reader, seen, sizeof seen) == 1);  // a reader keeps the old file
  ::close(reader);
  CHECK(names_in(folder) == std::set<std::string>{"keys"});
}

TEST_CASE("changes of several processes do not lose each other, also those that create the file") {
  const TempFolder folder;
  const std::string path = folder.file("keys");
  constexpr int kProcesses = 4, kChanges = 40;
  std::vector<pid_t> processes;
  for (int p = 0; p < kProcesses; ++p) {
    processes.push_back(::fork());
    if (processes.back() != 0) continue;
    for (int i = 0; i < kChanges; ++i) {
      if (!append(path, std::to_string(p * kChanges + i) + "\n")) ::_exit(1);
    }
    ::_exit(0);
  }
  for (const pid_t process : processes) {
    int status = 0;
    REQUIRE(::waitpid(process, &status, 0) == process);
    CHECK(status == 0);
  }
  std::istringstream lines(bytes_of(path));
  std::multiset<int> numbers;
  for (int number = 0; lines >> number;) numbers.insert(number);
  CHECK(numbers.size() == kProcesses * kChanges);
  CHECK(std::set<int>(numbers.begin(), numbers.end()).size() == kProcesses * kChanges);
  CHECK(names_in(folder) == std::set<std::string>{"keys"});
}

TEST_CASE("changes of several threads do not lose each other") {
  const TempFolder folder;
  std::vector<std::thread> threads;
  std::atomic<int> done = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 25; ++i) done += append(folder.file("keys"), "x") ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(done == 100);
  CHECK(bytes_of(folder.file("keys")) == std::string(100, 'x'));
}

TEST_CASE("a file that must not be changed stays as it is") {
  const TempFolder folder;
  test::write_bytes(folder.file("keys"), "a");
  fs::create_symlink("keys", folder.file("link"));
  fs::create_symlink("nothing", folder.file("dangling"));
  fs::create_directory(folder.file("folder"));
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  const struct {
    const char* name;
    const char* says;
  } table[] = {{"link", "symbolic link"},      {"dangling", "symbolic link"}, {"folder", "not a regular file"},
               {"pipe", "not a regular file"}, {"none/keys", "no such file"}, {"keys/x", "not a directory"}};
  const auto names = names_in(folder);
  for (const auto& [name, says] : table) {
    const auto changed = append(folder.file(name), "b");
    REQUIRE_FALSE(changed);
    INFO(changed.error().message);
    CHECK(changed.error().code == ErrorCode::kFileUnreadable);
    CHECK(changed.error().message.find(says) != std::string::npos);
  }
  CHECK(names_in(folder) == names);
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(bytes_of(folder.file("keys")) == "a");

  CHECK_FALSE(update_file(folder.file("keys"), 3, [](const std::string*) { return Result<std::string>("abcd"); }));
  const auto refused = update_file(folder.file("keys"), kMost, [](const std::string*) -> Result<std::string> {
    return Unexpected(ErrorCode::kInvalidRequest, "no");
  });
  CHECK(refused.error().code == ErrorCode::kInvalidRequest);
  CHECK(bytes_of(folder.file("keys")) == "a");
  CHECK(names_in(folder) == names);
}

TEST_CASE("success is only said of bytes that were read back") {
  const TempFolder folder;
  const std::string path = folder.file("keys");
  // A program that does not take turns replaces the file while the change is made, by a folder of the same name.
  const auto changed = update_file(path, kMost, [&](const std::string*) {
    fs::create_directory(path);
    return Result<std::string>("a");
  });
  CHECK_FALSE(changed);
  CHECK(names_in(folder) == std::set<std::string>{"keys"});
}

TEST_CASE("a file keeps its owner when another user changes it") {
  if (::geteuid() != 0) return;  // only root may give files away
  const TempFolder folder;
  const std::string path = folder.file("keys");
  REQUIRE(append(path, "a"));
  REQUIRE(::chown(path.c_str(), 65534, 65534) == 0);
  REQUIRE(append(path, "b"));
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK(status.st_uid == 65534);
  CHECK(test::mode_of(path) == 0600);
}
