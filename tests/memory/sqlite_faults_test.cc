// Tests a disk that fails at any moment: the call returns a typed error, nothing is written partially, and the store
// continues when the disk works again.
#include <functional>
#include <map>
#include <thread>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "memory/sqlite/database.h"
#include "tests/memory/faulty_vfs.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/sample_sessions.h"
#include "tests/memory/temp_folder.h"
#include "tests/torture/test_scale.h"

using namespace parley;
using conformance::Conversation;
using conformance::PreparedCommit;
using test::FaultyVfs;
using test::TempFolder;

namespace {

// Writes about twenty turns of three sessions, and makes all other writes of a store. Repeats each step until it
// succeeds.
class Script {
 public:
  explicit Script(const std::string& path) : path_(path) { open(); }

  void run() {
    for (int turn = 0; turn < 6; ++turn) {
      for (const char* session : {"s1", "s2", "s3"}) say(session, "words of turn " + std::to_string(turn));
      if (turn == 2) until_done([&] { return store_->search({"words", 5, ""}); });
      if (turn == 3) until_done([&] { return store_->annotate("s2", SessionNotes{"title", "u", {"tag"}, {}, 0}); });
      if (turn == 4) erase("s3");
      if (turn == 4) copy("s1", "s9");
    }
  }

  // Checks that the store has all acknowledged turns and no others.
  void check() {
    for (const auto& [session, turns] : turns_) {
      const auto record = *store_->record(session);
      REQUIRE(record.has_value() == (turns > 0));
      if (!record) continue;
      CHECK(record->state.turns == turns);
      CHECK(record->turns.size() == static_cast<std::size_t>(turns));
      CHECK(record->messages.size() == static_cast<std::size_t>(2 * turns));
    }
  }

  void reopen() {
    store_.reset();
    open();
  }

 private:
  void open() {
    until_done([&]() -> Result<void> {
      auto opened = open_sqlite_store(path_);
      if (!opened) return Unexpected(opened.error());
      store_ = *opened;
      return {};
    });
  }

  template <class Step>
  void until_done(Step step) {
    for (int tries = 0; tries < 10; ++tries) {
      const auto done = step();
      if (done) return;
      CHECK(done.error().code == ErrorCode::kStoreUnavailable);
      if (store_) check();
    }
    FAIL("the call still fails although the disk works again");
  }

  void say(const std::string& session, const std::string& text) {
    until_done([&]() -> Result<void> {
      const auto state = store_->load(session);
      if (!state) return Unexpected(state.error());
      Conversation conversation = *state ? Conversation::resume(**state) : Conversation(session);
      return store_->commit(conversation.next(text, "yes").commit());
    });
    ++turns_[session];
  }

  // If an erase cannot empty the log, it has still erased the session. The next erase empties the log.
  void erase(const std::string& session) {
    turns_[session] = 0;
    for (int tries = 0; tries < 10; ++tries) {
      const auto done = store_->erase({{session}});
      if (done) return;
      CHECK(done.error().code == ErrorCode::kStoreUnavailable);
    }
    FAIL("erasing still fails although the disk works again");
  }

  void copy(const std::string& session, const std::string& name) {
    auto record = *store_->record(session);
    REQUIRE(record);
    record->state.session = name;
    for (StoredTurn& turn : record->turns) turn.turn.session = name;
    until_done([&] { return store_->put(*record); });
    turns_[name] = record->state.turns;
  }

  std::string path_;
  std::shared_ptr<SessionStore> store_;
  std::map<std::string, std::int64_t> turns_;
};

}  // namespace

TEST_CASE(
    "after any failed write or sync, the store returns a typed error, has written nothing partially, and continues",
    "[long]") {
  // Fails each call alone, and sometimes several in a row. With a sanitizer, fails every seventh call.
  const int alone = torture::scaled(10, 10) < 10 ? 7 : 1;
  for (const auto& [times, step] : {std::pair{1, alone}, std::pair{3, 11}}) {
    for (int at = 0, end = 1; at < end; at += step) {
      INFO("calls from " << at << ", " << times << " of them");
      FaultyVfs disk;
      const TempFolder folder;
      const int begun = disk.calls();
      disk.fail_after(at, times);
      {
        Script script(folder.file("a.db"));
        script.run();
        script.check();
        end = disk.calls() - begun;
        disk.fail_never();
        script.reopen();
        script.check();
      }
      const test::RawSqlite raw(folder.file("a.db"));
      CHECK(raw.text("PRAGMA integrity_check") == "ok");
      CHECK(raw.text("PRAGMA foreign_key_check").empty());
    }
  }
}

TEST_CASE("if the disk is full, every commit of a group fails, and nothing of the group is stored") {
  FaultyVfs disk;
  const TempFolder folder;
  const auto store = *open_sqlite_store(folder.file("a.db"));
  disk.fail_after(0, 1 << 20);
  std::atomic<int> failed{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&, i] {
      Conversation conversation("s" + std::to_string(i));
      const auto done = store->commit(conversation.next("hello", "hi").commit());
      if (!done && done.error().code == ErrorCode::kStoreUnavailable) ++failed;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(failed == 16);
  disk.fail_never();
  CHECK(store->counts(0)->sessions == 0);
  Conversation conversation("s1");
  CHECK(store->commit(conversation.next("hello", "hi").commit()));
}

TEST_CASE("a transaction without memory is rolled back, and the next one begins") {
  const TempFolder folder;
  auto database = memory::Database::open(folder.file("a.db"), memory::Database::Missing::kCreate, {});
  REQUIRE(database);
  REQUIRE(database->execute("CREATE TABLE a (b)"));
  {
    const auto transaction = memory::Transaction::begin(*database);
    REQUIRE(transaction);
    REQUIRE(database->execute("INSERT INTO a VALUES (1)"));
    sqlite3_hard_heap_limit64(1);  // SQLite gets no more memory
  }
  sqlite3_hard_heap_limit64(0);
  CHECK(memory::Transaction::begin(*database));
  CHECK(test::RawSqlite(folder.file("a.db")).text("SELECT count(*) FROM a") == "0");
}
