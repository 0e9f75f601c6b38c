#include "server/api_keys.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

using namespace parley;
using namespace parley::server;

namespace {

// A file in a folder of its own, which is removed afterwards.
struct KeyFolder {
  KeyFolder() {
    path = std::filesystem::temp_directory_path() / ("parley_keys_" + std::to_string(getpid()));
    std::filesystem::create_directory(path);
  }
  ~KeyFolder() { std::filesystem::remove_all(path); }
  std::string file() const { return (path / "keys.json").string(); }
  std::filesystem::path path;
};

ApiKey key_for(Scope scope) {
  ApiKey key;
  key.scopes = static_cast<unsigned>(scope);
  return key;
}

}  // namespace

TEST_CASE("A key is found by its text, as long as it is valid") {
  KeyFolder folder;
  ApiKey key = key_for(Scope::kRead);
  key.bot = "shop";
  key.per_second = 5;
  key.expires_at = 10'000;
  const auto secret = add_api_key(folder.file(), key);
  REQUIRE(secret);
  auto clock = std::make_shared<ManualClock>(5'000);
  auto keys = ApiKeys::open(folder.file(), clock);
  REQUIRE(keys);
  const auto who = (*keys)->find(*secret);
  REQUIRE(who);
  CHECK(who->may(Scope::kRead));
  CHECK_FALSE(who->may(Scope::kTurn));
  CHECK(who->bot == "shop");
  CHECK(who->per_second == 5);
  CHECK_FALSE((*keys)->find(secret->substr(0, secret->size() - 1)));
  CHECK_FALSE((*keys)->find(""));
  clock->set(10'000);
  CHECK_FALSE((*keys)->find(*secret));
}

TEST_CASE("A running server takes over new and revoked keys") {
  KeyFolder folder;
  const auto first = add_api_key(folder.file(), key_for(Scope::kTurn));
  REQUIRE(first);
  auto clock = std::make_shared<ManualClock>(5'000);
  auto keys = ApiKeys::open(folder.file(), clock);
  REQUIRE(keys);
  const std::string token_key = (*keys)->token_key();
  const auto second = add_api_key(folder.file(), key_for(Scope::kTurn));
  REQUIRE(second);
  clock->set(7'000);
  CHECK((*keys)->find(*first));
  CHECK((*keys)->find(*second));
  CHECK(revoke_api_key(folder.file(), first->substr(3, 9), 8'000));
  clock->set(9'000);
  CHECK_FALSE((*keys)->find(*first));
  CHECK((*keys)->find(*second));
  CHECK((*keys)->token_key() == token_key);
  CHECK_FALSE(revoke_api_key(folder.file(), first->substr(3, 9), 8'000));
  CHECK_FALSE(revoke_api_key(folder.file(), "none", 8'000));
}

TEST_CASE("A file that is broken later keeps the keys that were read") {
  KeyFolder folder;
  const auto secret = add_api_key(folder.file(), key_for(Scope::kTurn));
  auto clock = std::make_shared<ManualClock>(5'000);
  auto keys = ApiKeys::open(folder.file(), clock);
  REQUIRE(keys);
  std::ofstream(folder.file()) << "{";
  clock->set(9'000);
  CHECK((*keys)->find(*secret));
}

TEST_CASE("Keys that are added and revoked at the same time are all in the file") {
  KeyFolder folder;
  constexpr int kThreads = 4, kRounds = 10;
  std::vector<std::string> kept;
  std::mutex mutex;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kRounds; ++i) {
        const auto gone = add_api_key(folder.file(), key_for(Scope::kTurn));
        const auto stays = add_api_key(folder.file(), key_for(Scope::kTurn));
        const bool is_revoked = gone && revoke_api_key(folder.file(), gone->substr(3, 9), 8'000);
        const std::lock_guard lock(mutex);
        if (stays && is_revoked) kept.push_back(*stays);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  REQUIRE(kept.size() == kThreads * kRounds);
  auto keys = ApiKeys::open(folder.file(), std::make_shared<ManualClock>(9'000));
  REQUIRE(keys);
  for (const std::string& key : kept) CHECK((*keys)->find(key));
  const auto file = read_key_file(folder.file());
  REQUIRE(file);
  CHECK(std::count_if(file->keys.begin(), file->keys.end(),
                      [](const ApiKey& key) { return key.revoked_at == 8'000; }) == kThreads * kRounds);
  CHECK(file->keys.size() == 2 * kThreads * kRounds);
}

TEST_CASE("Each key with a revoked id is refused, also in a file that has the id twice") {
  KeyFolder folder;
  const auto first = add_api_key(folder.file(), key_for(Scope::kTurn));
  const auto second = add_api_key(folder.file(), key_for(Scope::kTurn));
  REQUIRE((first && second));
  const std::string id = first->substr(3, 9);
  auto text = [&] {
    std::ifstream file(folder.file());
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  text.replace(text.find(second->substr(3, 9)), 9, id);
  std::ofstream(folder.file()) << text;
  REQUIRE(revoke_api_key(folder.file(), id, 8'000));
  auto keys = ApiKeys::open(folder.file(), std::make_shared<ManualClock>(9'000));
  REQUIRE(keys);
  CHECK_FALSE((*keys)->find(*first));
  CHECK_FALSE((*keys)->find(*second));
}

TEST_CASE("A key file behind a symbolic link is not changed") {
  KeyFolder folder;
  const auto secret = add_api_key(folder.file(), key_for(Scope::kTurn));
  REQUIRE(secret);
  const std::string link = (folder.path / "link.json").string();
  std::filesystem::create_symlink("keys.json", link);
  const auto added = add_api_key(link, key_for(Scope::kTurn));
  const auto revoked = revoke_api_key(link, secret->substr(3, 9), 8'000);
  REQUIRE_FALSE(added);
  REQUIRE_FALSE(revoked);
  CHECK(added.error().message.find("symbolic link") != std::string::npos);
  CHECK(revoked.error().message.find("symbolic link") != std::string::npos);
  CHECK(std::filesystem::is_symlink(link));
  CHECK(read_key_file(folder.file())->keys.size() == 1);
  CHECK(read_key_file(folder.file())->keys.front().revoked_at == 0);
}

TEST_CASE("No file beside the key file is overwritten") {
  KeyFolder folder;
  const std::string other = (folder.path / "other").string();
  std::ofstream(other) << "precious";
  std::filesystem::create_symlink("other", folder.file() + ".new");
  REQUIRE(add_api_key(folder.file(), key_for(Scope::kTurn)));
  std::string bytes;
  std::ifstream(other) >> bytes;
  CHECK(bytes == "precious");
}

TEST_CASE("A key file that is wrong is refused with the reason") {
  struct Case {
    const char* text;
    const char* words;
  };
  const std::string token_key(43, 'A');
  const auto row =
      GENERATE(Case{"", "invalid"}, Case{"[]", "token_key"}, Case{R"({"token_key": "abc", "keys": []})", "32 bytes"},
               Case{R"({"token_key": "T"})", "keys"}, Case{R"({"token_key": "T", "keys": [{}]})", "'id'"},
               Case{R"({"token_key": "T", "keys": [{"id": "k", "sha256": "S"}]})", "'scopes'"},
               Case{R"({"token_key": "T", "keys": [{"id": "k", "sha256": "S", "scopes": ["x"]}]})", "unknown scope"});
  KeyFolder folder;
  std::string text = row.text;
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"\"T\"", "\"" + token_key + "\""},
                                    {"\"S\"", "\"" + std::string(64, '0') + "\""}}) {
    if (const std::size_t at = text.find(name); at != std::string::npos) text.replace(at, name.size(), value);
  }
  std::ofstream(folder.file()) << text;
  chmod(folder.file().c_str(), 0600);
  const auto read = read_key_file(folder.file());
  REQUIRE_FALSE(read);
  CAPTURE(row.text, read.error().message);
  CHECK(read.error().message.find(row.words) != std::string::npos);
}

TEST_CASE("A key file that others may read is refused") {
  KeyFolder folder;
  REQUIRE(add_api_key(folder.file(), key_for(Scope::kTurn)));
  chmod(folder.file().c_str(), 0640);
  const auto read = read_key_file(folder.file());
  REQUIRE_FALSE(read);
  CHECK(read.error().code == ErrorCode::kFileUnreadable);
}
