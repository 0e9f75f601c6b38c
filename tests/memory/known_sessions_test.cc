// Tests that a store answers from memory only while no other connection has changed its file.
#include "memory/sqlite/known_sessions.h"

#include <catch2/catch.hpp>

#include "memory/codec.h"
#include "parley/stores.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using conformance::Conversation;
using memory::Database;
using memory::KnownSessions;
using memory::LogWatch;

namespace {

Result<Database> opened(const std::string& path) {
  return Database::open(path, Database::Missing::kFail, std::chrono::seconds(1));
}

std::string known_json(const SessionState& state) {
  std::string json;
  memory::append_state_json(json, state);
  return json;
}

// A database with a log, and a way to move its position.
struct Log {
  Log() {
    REQUIRE(open_sqlite_store(path));
    auto file = opened(path);
    database.emplace(std::move(*file));
    REQUIRE(database->execute("PRAGMA journal_mode = wal; CREATE TABLE t (a)"));
    watch = LogWatch::of(*database);
  }
  void write(const char* sql = "INSERT INTO t VALUES (1)") const { REQUIRE(database->execute(sql)); }

  test::TempFolder folder;
  const std::string path = folder.file("a.db");
  std::optional<Database> database;
  LogWatch watch;
};

}  // namespace

TEST_CASE("the position of the log changes with each commit of any connection, and with nothing else") {
  const Log log;
  const auto first = log.watch.now();
  REQUIRE(first);
  CHECK(log.watch.now() == first);
  log.write("SELECT count(*) FROM t");
  log.write("BEGIN IMMEDIATE; INSERT INTO t VALUES (1); ROLLBACK");
  log.write("BEGIN IMMEDIATE; COMMIT");
  CHECK(log.watch.now() == first);
  CHECK(log.watch.now()->is_next_after(*first));

  log.write();
  const auto second = log.watch.now();
  REQUIRE(second);
  CHECK(second != first);
  CHECK(second->is_next_after(*first));
  test::RawSqlite(log.path).run("INSERT INTO t VALUES (2)");  // another connection
  CHECK(log.watch.now() != second);
  CHECK(log.watch.now()->is_next_after(*second));
  CHECK_FALSE(log.watch.now()->is_next_after(*first));

  const auto third = log.watch.now();
  log.write("PRAGMA wal_checkpoint(TRUNCATE)");
  log.write();
  CHECK(log.watch.now() != third);
  CHECK_FALSE(LogWatch().now());
}

TEST_CASE("a known session is known only at the position at which it was read") {
  const Log log;
  KnownSessions known;
  const SessionState state = Conversation("s1").next("hello", "hi").state;
  const auto first = log.watch.now();
  CHECK_FALSE(known.find("s1", first));
  known.learn(first, first, {7, 3}, known_json(state), state);
  REQUIRE(known.find("s1", first));
  CHECK(*known.find("s1", first) == state);
  CHECK_FALSE(known.find("s2", first));
  CHECK_FALSE(known.find("s1", std::nullopt));

  log.write();
  const auto second = log.watch.now();
  CHECK_FALSE(known.find("s1", second));
  CHECK(known.find_same("s1", known_json(state)) == state);
  known.learn(first, second, {7, 3}, known_json(state), state);  // read while another connection wrote
  CHECK_FALSE(known.find("s1", second));
  known.begin(second);
  CHECK_FALSE(known.take("s1"));
  CHECK_FALSE(known.find("s1", first));
}

TEST_CASE("a commit of the store keeps what it did not write, and a commit of another connection keeps nothing") {
  const Log log;
  KnownSessions known;
  Conversation conversation("s1");
  const SessionState one = conversation.next("hello", "hi").state;
  const SessionState two = conversation.next("again", "hi").state;
  const SessionState other = Conversation("s2").next("hello", "hi").state;
  auto before = log.watch.now();
  known.learn(before, before, {1, 490896}, known_json(one), one);
  known.learn(before, before, {2, 490896}, known_json(other), other);
  known.learn_none_expired(before, before);

  known.begin(before);
  const auto taken = known.take("s1");
  REQUIRE(taken);
  CHECK(taken->row.id == 1);
  CHECK(taken->version == one.version);
  CHECK(taken->messages == one.messages);
  CHECK_FALSE(known.take("s1"));  // until the commit
  CHECK_FALSE(known.find("s1", before));
  CHECK(known.none_expired());
  log.write();
  auto after = log.watch.now();
  known.moved(before, after, {{{1, 490896}, known_json(two), two}});
  CHECK(*known.find("s1", after) == two);
  CHECK(*known.find("s2", after) == other);
  CHECK(known.none_expired(after));

  // Another connection writes before the position is read again.
  before = log.watch.now();
  known.begin(before);
  log.write();
  log.write();
  after = log.watch.now();
  known.moved(before, after, {{{1, 490896}, known_json(two), two}});
  CHECK_FALSE(known.find("s1", after));
  CHECK_FALSE(known.find("s2", after));
  CHECK_FALSE(known.none_expired(after));
}

TEST_CASE("a session that was taken and not written is unknown") {
  const Log log;
  KnownSessions known;
  const SessionState state = Conversation("s1").next("hello", "hi").state;
  const auto now = log.watch.now();
  known.learn(now, now, {1, 490896}, known_json(state), state);
  known.begin(now);
  REQUIRE(known.take("s1"));
  known.moved(now, now, {});
  CHECK_FALSE(known.find("s1", now));
}

TEST_CASE("a state that its JSON does not represent exactly is not known") {
  const Log log;
  KnownSessions known;
  SessionState state = Conversation("s1").next("hello", "hi").state;
  state.bot = "bad \xFF byte";
  const auto now = log.watch.now();
  known.learn(now, now, {1, 490896}, known_json(state), state);
  CHECK_FALSE(known.find("s1", now));
  CHECK_FALSE(known.find_same("s1", known_json(state)));
}

TEST_CASE("two stores of one file see each other's turns at once, and only one of two late writers succeeds") {
  const test::TempFolder folder;
  const auto here = open_sqlite_store(folder.file("a.db"));
  const auto there = open_sqlite_store(folder.file("a.db"));
  REQUIRE((here && there));
  CHECK_FALSE((*here)->load("s1")->has_value());
  CHECK_FALSE((*there)->load("s1")->has_value());
  Conversation conversation("s1");
  const auto first = conversation.next("one", "1");
  REQUIRE((*here)->commit(first.commit()));
  CHECK((*there)->load("s1")->value() == first.state);
  CHECK((*there)->commit(first.commit()).error().code == ErrorCode::kStaleVersion);

  const auto second = conversation.next("two", "2");
  REQUIRE((*there)->commit(second.commit()));
  CHECK((*here)->load("s1")->value() == second.state);
  CHECK((*here)->commit(second.commit()).error().code == ErrorCode::kStaleVersion);
  CHECK((*here)->messages("s1", 10)->size() == 4);

  REQUIRE(*(*there)->erase({{"s1", 0, 1767225600000}}) == 1);
  CHECK_FALSE((*here)->load("s1")->has_value());
  CHECK((*here)->expired("s1")->value() == 1767225600000);
  const auto late = conversation.next("three", "3");
  CHECK((*here)->commit(late.commit()).error().code == ErrorCode::kStaleVersion);
  REQUIRE((*here)->commit(Conversation("s1").next("one", "1").commit()));
  CHECK_FALSE((*there)->expired("s1")->has_value());
}
