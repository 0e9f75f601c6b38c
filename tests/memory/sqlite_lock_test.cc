// Tests a store while another process holds the write lock of its file.
#include <functional>
#include <vector>

#include <sqlite3.h>

#include "parley/stores.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using conformance::Conversation;
using test::RawSqlite;
using test::TempFolder;

namespace {

// SQLite's VFS, but its pauses take no time and are reported to the test. Only one PausingVfs may exist at a time.
class PausingVfs {
 public:
  explicit PausingVfs(std::function<void(int microseconds)> on_pause) {
    below() = sqlite3_vfs_find(nullptr);
    on_pause_function() = std::move(on_pause);
    vfs_ = *below();
    vfs_.zName = "pauses";
    vfs_.xSleep = [](sqlite3_vfs*, int microseconds) {
      on_pause_function()(microseconds);
      return microseconds;
    };
    sqlite3_vfs_register(&vfs_, 1);
  }
  ~PausingVfs() {
    sqlite3_vfs_unregister(&vfs_);
    sqlite3_vfs_register(below(), 1);
  }
  PausingVfs(const PausingVfs&) = delete;
  PausingVfs& operator=(const PausingVfs&) = delete;

 private:
  static sqlite3_vfs*& below() {
    static sqlite3_vfs* vfs = nullptr;
    return vfs;
  }
  static std::function<void(int)>& on_pause_function() {
    static std::function<void(int)> on_pause;
    return on_pause;
  }
  sqlite3_vfs vfs_{};
};

}  // namespace

TEST_CASE("F123: a commit retries a locked file with exponential backoff and succeeds when the file is unlocked") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  REQUIRE(open_sqlite_store(path));
  const RawSqlite other(path);
  std::vector<int> pauses;
  const PausingVfs file_system([&](int microseconds) {
    pauses.push_back(microseconds);
    if (pauses.size() == 6) other.run("ROLLBACK");
  });
  const auto opened = open_sqlite_store(path);
  REQUIRE(opened);
  const auto& store = *opened;
  Conversation conversation("s1");
  other.run("BEGIN IMMEDIATE");
  pauses.clear();
  REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
  REQUIRE(pauses.size() == 6);
  for (std::size_t i = 1; i < pauses.size(); ++i) CHECK(pauses[i] > pauses[i - 1]);
  CHECK(pauses.back() >= 10 * pauses.front());
  CHECK(store->load("s1")->value().turns == 1);
}

TEST_CASE("F123: a file that stays locked is unavailable when the backoff reaches the timeout, and nothing is stored") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  int paused_us = 0;
  const PausingVfs file_system([&](int microseconds) { paused_us += microseconds; });
  SqliteOptions options;
  options.busy_timeout = std::chrono::milliseconds(700);
  const auto opened = open_sqlite_store(path, options);
  REQUIRE(opened);
  const auto& store = *opened;
  Conversation conversation("s1");
  const RawSqlite other(path);
  other.run("BEGIN IMMEDIATE");
  paused_us = 0;
  const auto refused = store->commit(conversation.peek("hello", "hi").commit());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
  CHECK(paused_us == 700'000);
  CHECK_FALSE(store->load("s1")->has_value());
  other.run("ROLLBACK");
  CHECK(store->commit(conversation.next("hello", "hi").commit()));
}
