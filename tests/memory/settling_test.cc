// Tests settled sessions: whatever happens to them, the totals are exact and a search finds every message.
#include "memory/sqlite/settling.h"

#include <condition_variable>
#include <csignal>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "memory/sqlite/background_task.h"
#include "memory/sqlite/recency.h"
#include "memory/sqlite/settings.h"
#include "memory/sqlite/settler.h"
#include "parley/stores.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/faulty_vfs.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/settled.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using conformance::Conversation;
using conformance::PreparedCommit;
using test::RawSqlite;
using test::require_exact_totals;
using test::settled;

namespace {

constexpr TimeMs kStart = 1767225600000;

std::shared_ptr<SessionStore> open_store(const std::string& path, std::size_t unsettled, bool in_background = false) {
  SqliteOptions options;
  options.unsettled_sessions = unsettled;
  options.settle_in_background = in_background;
  auto store = open_sqlite_store(path, options);
  if (!store) FAIL(store.error().to_string());
  return *store;
}

void say(SessionStore& store, Conversation& conversation, const std::string& text, TimeMs expires_at = 0) {
  PreparedCommit written = conversation.next(text, "ok");
  written.state.expires_at = expires_at;
  REQUIRE(store.commit(written.commit()));
}

// Begins sessions s0, s1, ... of one message "number N" each, a second apart. Every third one expires.
std::vector<Conversation> begin_sessions(SessionStore& store, int count) {
  std::vector<Conversation> all;
  for (int i = 0; i < count; ++i) {
    all.emplace_back("s" + std::to_string(i), kStart + 1000 * i);
    say(store, all.back(), "number " + std::to_string(i), i % 3 == 0 ? kStart + 5000 * i : 0);
  }
  return all;
}

memory::Database connect(const std::string& path) {
  auto database = memory::Database::open(path, memory::Database::Missing::kFail, std::chrono::seconds(1));
  REQUIRE(database);
  REQUIRE(memory::apply_settings(*database, {}));
  return std::move(*database);
}

std::size_t found(SessionStore& store, const std::string& text) { return store.search({text, 1000, ""})->size(); }

}  // namespace

TEST_CASE("only the sessions that were idle longest are settled, and calls find them like others") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = open_store(path, 5);
  begin_sessions(*store, 30);
  const RawSqlite raw(path);
  CHECK(settled(raw) == 0);
  CHECK(found(*store, "number 7") == 1);  // a search settles
  CHECK(settled(raw) == 25);
  CHECK(raw.number("SELECT min(id) FROM session WHERE hour < 1 << 62") == 26);
  require_exact_totals(raw);

  const StoreCounts counts = *store->counts(kStart + 5000 * 12);
  CHECK(counts.sessions == 30);
  CHECK(counts.turns == 30);
  CHECK(counts.messages == 60);
  CHECK(counts.expired == 5);
  CHECK(*store->unarchived() == 30);
  for (const auto order : {SessionQuery::Order::kRecentFirst, SessionQuery::Order::kOldestFirst}) {
    std::vector<std::string> names;
    SessionQuery query;
    query.order = order;
    query.limit = 7;
    for (auto page = *store->list(query); !page.empty(); page = *store->list(query)) {
      for (const SessionInfo& info : page) names.push_back(info.session);
      query.after = {page.back().updated_at, page.back().session};
    }
    if (order == SessionQuery::Order::kOldestFirst) std::reverse(names.begin(), names.end());
    REQUIRE(names.size() == 30);
    for (std::size_t i = 0; i < names.size(); ++i) CHECK(names[i] == "s" + std::to_string(29 - i));
  }
}

TEST_CASE("turns, notes, erasures and deletions by hand of settled sessions keep the totals exact") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = open_store(path, 1);
  auto sessions = begin_sessions(*store, 12);
  const RawSqlite raw(path);
  REQUIRE(found(*store, "number") == 12);
  REQUIRE(settled(raw) == 11);

  say(*store, sessions[0], "and more of 0");
  CHECK(settled(raw) == 10);
  require_exact_totals(raw);
  REQUIRE(*store->annotate("s1", SessionNotes{"", "u", {"t"}, {}, kStart}));
  require_exact_totals(raw);
  CHECK(store->counts(0)->archived == 1);
  REQUIRE(*store->annotate("s1", SessionNotes{"", "u", {"t"}, {}, 0}));
  require_exact_totals(raw);
  REQUIRE(*store->annotate("s2", SessionNotes{"", "u", {"t"}, {}, kStart}));
  SessionQuery query;
  query.user = "u";
  query.archived = SessionQuery::Archived::kToo;
  CHECK(store->list(query)->size() == 2);
  CHECK(*store->erase({{"s2"}, {"s3", 0, 1}, {"s0"}, {"s4", 99}}) == 3);
  require_exact_totals(raw);
  CHECK(found(*store, "number 3") == 0);
  CHECK(found(*store, "number 4") == 1);
  raw.run("DELETE FROM session WHERE name IN ('s5', 's11')");
  require_exact_totals(raw);
  CHECK(store->counts(0)->sessions == 7);
  CHECK(found(*store, "number") == 7);
  raw.run("DELETE FROM session");
  require_exact_totals(raw);
  CHECK(raw.number("SELECT count(*) FROM total WHERE number != 0") == 0);
  CHECK(found(*store, "number") == 0);
}

TEST_CASE("a session that continues after it was settled is found by its old and its new words, once each") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = open_store(path, 1);
  auto sessions = begin_sessions(*store, 6);
  for (int round = 0; round < 4; ++round) {
    INFO(round);
    CHECK(found(*store, "number 2") == 1);
    say(*store, sessions[2], "round " + std::to_string(round));
    CHECK(found(*store, "round") == static_cast<std::size_t>(round) + 1);
    sessions[2].at(kStart + 1000 * round);  // it is one of those that were idle longest
  }
  require_exact_totals(RawSqlite(path));
}

TEST_CASE("a session that gets a turn while its words are read stays unsettled, and its words stay outside") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = open_store(path, 100);
  auto sessions = begin_sessions(*store, 4);
  memory::Database reads = connect(path), writes = connect(path);
  memory::SettlingReader reader(reads);
  memory::SearchIndex index(writes);
  memory::Settling settling(writes, index);
  REQUIRE(reader.prepare());
  REQUIRE(index.prepare());
  REQUIRE(settling.prepare());
  auto chosen = *reader.choose(1);
  REQUIRE(chosen.size() == 3);
  auto batch = *reader.read(chosen, true);
  REQUIRE(batch.sessions.size() == 3);
  say(*store, sessions[0], "meanwhile");
  CHECK(*store->erase({{"s1"}}) == 1);
  {
    auto transaction = memory::Transaction::begin(writes);
    REQUIRE(transaction);
    CHECK(*settling.settle(batch) == std::vector<std::int64_t>{3});
    REQUIRE(transaction->commit());
  }
  const RawSqlite raw(path);
  CHECK(settled(raw) == 1);
  require_exact_totals(raw);
  CHECK(test::rows_with_word(raw, "1") == 0);
  CHECK(test::rows_with_word(raw, "2") == 1);
  CHECK(found(*store, "number") == 3);
  CHECK(found(*store, "meanwhile") == 1);
}

TEST_CASE("a new session that gets the id of an erased one is not settled with the words of the erased one") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = open_store(path, 100);
  begin_sessions(*store, 2);
  memory::Database reads = connect(path), writes = connect(path);
  memory::SettlingReader reader(reads);
  memory::SearchIndex index(writes);
  memory::Settling settling(writes, index);
  REQUIRE(reader.prepare());
  REQUIRE(index.prepare());
  REQUIRE(settling.prepare());
  auto chosen = *reader.choose(0);
  auto batch = *reader.read(chosen, true);
  REQUIRE(batch.sessions.size() == 2);
  REQUIRE(*store->erase({{"s1"}}) == 1);
  Conversation follower("follower", kStart + 1000);
  PreparedCommit written = follower.next("other words", "ok");
  written.state.updated_at += 1;
  REQUIRE(store->commit(written.commit()));
  const RawSqlite raw(path);
  REQUIRE(raw.number("SELECT id FROM session WHERE name = 'follower'") == 2);
  {
    auto transaction = memory::Transaction::begin(writes);
    REQUIRE(transaction);
    CHECK(*settling.settle(batch) == std::vector<std::int64_t>{1});
    REQUIRE(transaction->commit());
  }
  CHECK(found(*store, "number 1") == 0);
  CHECK(found(*store, "other words") == 1);
}

TEST_CASE("settling ends when an erasure has made the ids of the chosen sessions free") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = open_store(path, 1000);
  begin_sessions(*store, 1100);
  int batches = 0;
  memory::SettlingPolicy policy;
  policy.keep = 1;
  policy.open = [&] { return connect(path); };
  memory::Settler settler(policy, {[] { return std::int64_t{1100}; }, [&] { return std::int64_t{batches}; },
                                   [&](memory::SettlingBatch& batch) -> Result<void> {
                                     CHECK(batch.erasures == 0);
                                     if (++batches > 1) return Unexpected(ErrorCode::kInternal, "again");
                                     return {};
                                   }});
  CHECK(settler.settle());
  CHECK(batches == 1);
}

TEST_CASE("no row of the index holds a word of an erased session") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = open_store(path, 1);
  auto sessions = begin_sessions(*store, 20);
  REQUIRE(found(*store, "number") == 20);
  say(*store, sessions[3], "more of three");
  say(*store, sessions[5], "more of five");
  REQUIRE(found(*store, "number") == 20);
  const RawSqlite raw(path);
  for (const char* word : {"3", "three", "7", "number"}) CHECK(test::rows_with_word(raw, word) > 0);
  CHECK(*store->erase({{"s3"}, {"s7"}}) == 2);
  for (const char* word : {"3", "three", "7"}) CHECK(test::rows_with_word(raw, word) == 0);
  CHECK(found(*store, "number") == 18);
  // A session that is not settled any more, but has words in the index.
  say(*store, sessions[4], "again");
  CHECK(*store->erase({{"s4"}}) == 1);
  CHECK(test::rows_with_word(raw, "4") == 0);
  std::vector<Erasure> all;
  for (int i = 0; i < 20; ++i) all.push_back({"s" + std::to_string(i)});
  CHECK(*store->erase(all) == 17);
  CHECK(raw.number("SELECT count(*) FROM word") == 0);
}

TEST_CASE("trimmed messages in the index are not found, however many they are") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const auto store = open_store(folder.file("a.db"), 1);
  Conversation kept("kept", kStart);
  say(*store, kept, "a common word");
  Conversation trimmed("trimmed", kStart + 1);
  for (int i = 0; i < 2100; ++i) say(*store, trimmed, "a common word");
  Conversation last("last", kStart + 2), other("other", kStart + 3);
  say(*store, last, "hello");
  say(*store, other, "hello");
  REQUIRE(found(*store, "common") == 1000);
  PreparedCommit written = trimmed.next("bye", "bye");
  written.first_kept_turn = written.state.turns;
  written.state.trimmed = 4200;
  REQUIRE(store->commit(written.commit()));
  CHECK(found(*store, "common") == 1);
}

TEST_CASE("a session of many messages is indexed in parts") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = open_store(path, 1);
  Conversation conversation("long", kStart);
  for (int i = 0; i < 4500; ++i) say(*store, conversation, "turn " + std::to_string(i));
  begin_sessions(*store, 3);
  CHECK(found(*store, "turn 17") == 1);
  const RawSqlite raw(path);
  CHECK(raw.number("SELECT count(*) FROM word WHERE id < 0") >= 3);
  CHECK(raw.number("SELECT indexed FROM session WHERE name = 'long'") == 9000);
  for (const int turn : {0, 2047, 2048, 4499}) CHECK(found(*store, "turn " + std::to_string(turn)) == 1);
  require_exact_totals(raw);
}

TEST_CASE("the store settles in the background, and its known sessions stay right") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = open_store(path, 4, true);
  auto sessions = begin_sessions(*store, 40);
  const RawSqlite raw(path);
  while (settled(raw) < 20) {  // the limit of the test's time ends it
    std::this_thread::yield();
    say(*store, sessions[39], "go on");
  }
  for (int round = 0; round < 20; ++round) {
    for (Conversation& conversation : sessions) say(*store, conversation, "round " + std::to_string(round));
  }
  for (int i = 0; i < 40; ++i) CHECK(store->summary("s" + std::to_string(i))->value().turns >= 21);
  require_exact_totals(raw);
  CHECK(found(*store, "round 19") == 40);
  CHECK(found(*store, "number") == 40);
}

TEST_CASE("the totals and the index are right after a process is killed while it settles") {
  for (int round = 0; round < 6; ++round) {
    const test::TempFolder folder;
    const std::string path = folder.file("a.db");
    open_store(path, 2);
    const pid_t child = ::fork();
    if (child == 0) {
      SqliteOptions options;
      options.synchronous = SqliteOptions::Synchronous::kNormal;
      options.unsettled_sessions = 2;
      const auto store = open_sqlite_store(path, options);
      for (int i = 0; store && i < 100'000; ++i) {
        Conversation conversation("s" + std::to_string(i), kStart + i);
        if (!(*store)->commit(conversation.next("number " + std::to_string(i), "ok").commit())) break;
      }
      ::_exit(1);
    }
    const RawSqlite raw(path);
    while (settled(raw) < 20 * round + 5) std::this_thread::yield();
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    require_exact_totals(raw);
    const auto store = open_store(path, 2);
    const StoreCounts counts = *store->counts(0);
    CHECK(counts.sessions == raw.number("SELECT count(*) FROM session"));
    CHECK(found(*store, "number") == static_cast<std::size_t>(std::min<std::int64_t>(counts.sessions, 1000)));
    require_exact_totals(raw);
  }
}

TEST_CASE("a background task runs once more if it is woken while it runs, and not after stop()") {
  std::mutex mutex;
  std::condition_variable changed;
  int begun = 0, ended = 0, may_end = 0;
  memory::BackgroundTask task([&] {
    std::unique_lock lock(mutex);
    ++begun;
    changed.notify_all();
    changed.wait(lock, [&] { return may_end > ended; });
    ++ended;
    changed.notify_all();
  });
  std::unique_lock lock(mutex);
  task.wake();
  changed.wait(lock, [&] { return begun == 1; });
  task.wake();
  task.wake();
  may_end = 2;
  changed.notify_all();
  changed.wait(lock, [&] { return ended == 2; });
  lock.unlock();
  task.stop();
  task.wake();
  CHECK(begun == 2);
}
