// Tests backups before migrations, rehearsals of migrations, and databases of earlier schema versions.
#include <algorithm>
#include <cstdlib>

#include <catch2/catch.hpp>

#include "memory/sqlite/migrations.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/sample_sessions.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using test::bytes_of;
using test::RawSqlite;
using test::TempFolder;

namespace {

std::string dump(int version) {
  return bytes_of(PARLEY_SOURCE_DIR "/tests/migrations/schema_" + std::to_string(version) + ".sql");
}

std::vector<std::string> files_in(const TempFolder& folder) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder.path())) names.push_back(file.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE(
    "before a migration, a backup is made and reported; it is readable only by its owner and overwrites no other "
    "backup") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  test::write_bytes(path + ".backup-v1", "an earlier one");
  RawSqlite(path).run(dump(1));
  std::vector<StoreEvent> events;
  SqliteOptions options;
  options.on_event = [&](const StoreEvent& event) { events.push_back(event); };
  const mode_t before = ::umask(0);
  REQUIRE(open_sqlite_store(path, options));
  ::umask(before);

  REQUIRE(events.size() == 2);
  CHECK(events[0].kind == StoreEvent::Kind::kBackedUp);
  CHECK(events[1].kind == StoreEvent::Kind::kMigrated);
  CHECK(events[1].path == path);
  const std::string backup = events[0].path;
  CHECK(backup == path + ".backup-v1-2");
  CHECK(test::mode_of(backup) == 0600);
  CHECK(bytes_of(path + ".backup-v1") == "an earlier one");
  const RawSqlite raw(backup);
  CHECK(raw.number("SELECT max(version) FROM migration") == 1);
  CHECK(raw.number("SELECT count(*) FROM session") == 2);
  CHECK(raw.text("PRAGMA integrity_check") == "ok");

  events.clear();
  REQUIRE(open_sqlite_store(path, options));
  CHECK(events.empty());
}

TEST_CASE("a new database is not backed up and not reported") {
  const TempFolder folder;
  SqliteOptions options;
  options.on_event = [](const StoreEvent& event) { FAIL(to_string(event.kind)); };
  REQUIRE(open_sqlite_store(folder.file("a.db"), options));
  CHECK(files_in(folder) == std::vector<std::string>{"a.db"});
}

TEST_CASE("a migration does not run if the backup cannot be written") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  RawSqlite(path).run(dump(1));
  // The backup's name is too long for any folder, so it cannot be written.
  const std::string deep = folder.file(std::string(248, 'a') + ".db");
  std::filesystem::rename(path, deep);
  const auto refused = migrate_sqlite(deep);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
  CHECK(RawSqlite(deep).number("SELECT max(version) FROM migration") == 1);
}

TEST_CASE("a migration that finds rows without a session leaves the database unchanged") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  RawSqlite(path).run(dump(1));
  RawSqlite(path).run("INSERT INTO message VALUES (99, 1, 1, 'user', 0, 'of nobody')");
  const auto refused = migrate_sqlite(path);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kStoreCorrupt);
  CHECK(RawSqlite(path).number("SELECT max(version) FROM migration") == 1);
  CHECK(RawSqlite(path).number("SELECT count(*) FROM message") == 5);
}

TEST_CASE("a rehearsal of a migration changes no file and leaves no file behind") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  RawSqlite(path).run(dump(1));
  const std::string before = bytes_of(path);
  const auto rehearsed = rehearse_sqlite_migration(path);
  REQUIRE(rehearsed);
  CHECK(*rehearsed == std::vector<int>{2, 3, 4, 5, 6, 7, 8});
  CHECK(bytes_of(path) == before);
  CHECK(files_in(folder) == std::vector<std::string>{"a.db"});
  CHECK(*migrate_sqlite(path) == *rehearsed);
  CHECK(rehearse_sqlite_migration(path)->empty());
}

// Each dump was written by the program of its schema version, with write_sample_sessions(). The dumps never change.
TEST_CASE("a database of schema version 2 or later opens at the current version with all its data") {
  const int version = GENERATE(2, 3, 4, 5, 6, 7, 8);
  const TempFolder folder;
  RawSqlite(folder.file("then.db")).run(dump(version));
  REQUIRE(RawSqlite(folder.file("then.db")).number("SELECT max(version) FROM migration") == version);
  const auto then = open_sqlite_store(folder.file("then.db")), now = open_sqlite_store(folder.file("now.db"));
  REQUIRE(then);
  REQUIRE(now);
  test::write_sample_sessions(**now, version);
  for (const char* session : {"web:1", "web:2", "web:3", "web:4", "web:5"}) {
    test::require_same(**then, **now, session);
  }
  if (version >= 4) test::require_same(**then, **now, "web:6");
  SessionQuery query;
  query.user = "u-1";
  query.archived = SessionQuery::Archived::kToo;
  CHECK((*then)->list(query)->size() == 2);
  CHECK(*(*then)->list(query) == *(*now)->list(query));
  const auto found = *(*then)->search({"SHOES", 10, ""});
  REQUIRE(found.size() == 3);
  CHECK((*then)->find_conversation("c-web:1")->value() == ConversationPlace{"web:1", true});
  CHECK((*then)->find_conversation("c-web:3")->value() == ConversationPlace{"web:3", true});
  CHECK(found[0].session == "web:5");
  CHECK(found[1].message.text == "green shoes");
  CHECK(found[2].message.text == "blue shoes");
  CHECK(*(*then)->erase({{"web:3"}, {"web:5"}}) == 2);
  CHECK((*then)->search({"shoes", 10, ""})->empty());
  CHECK(RawSqlite(folder.file("then.db")).text("PRAGMA integrity_check") == "ok");
}

// Hidden. Writes the sample database to the file that PARLEY_SAMPLE_DATABASE names, or to a temporary folder. This
// command makes a dump of that database: sqlite3 golden.db .dump >tests/migrations/schema_N.sql
TEST_CASE("the sample sessions can be written to a new database", "[.golden]") {
  const test::TempFolder folder;
  const char* path = std::getenv("PARLEY_SAMPLE_DATABASE");
  SqliteOptions options;
  options.unsettled_sessions = 1;  // so that some sessions are settled
  options.settle_in_background = false;
  const auto store = open_sqlite_store(path ? path : folder.file("golden.db"), options);
  REQUIRE(store);
  test::write_sample_sessions(**store, 8);
}
