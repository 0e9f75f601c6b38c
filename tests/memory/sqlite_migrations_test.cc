// Tests migrations of new files, repeated and simultaneous migrations, and databases that must be refused unchanged.
#include <iostream>

#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "memory/sqlite/migrations.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/sample_sessions.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using conformance::Conversation;
using test::bytes_of;
using test::RawSqlite;
using test::TempFolder;

namespace {

// Returns the SQL of the tables and indexes of the database, sorted by name.
std::string schema_of(const std::string& path) {
  return RawSqlite(path).text("SELECT group_concat(sql, char(10)) FROM (SELECT sql FROM sqlite_schema ORDER BY name)");
}

// Removes the data that version 1 could not store in states and turns. In version 1, steps were numbers, and a question
// had one count of attempts.
void as_of_version_1(conformance::PreparedCommit& written) {
  SessionState& state = written.state;
  state.waiting->awaited = AskedParam{"order_id", {}};
  state.waiting->asides = 0;
  state.bytes = 0;
  state.began_at = state.created_at;
  state.began_turn = state.began_message = 1;
  state.expires_at = 0;
  test::downgrade_to_version_4(state);
  state.starts.clear();
  state.user.clear();
  state.usage = {};
  Frame& frame = state.frames.front();
  frame.attempts = {{{"order_id", {2, 0, 0, 0}}}, Attempts{1, 0, 0, 0}, {}};
  frame.checked.clear();
  frame.held.clear();
  frame.unclear.clear();
  frame.changing.clear();
  frame.called = false;
  frame.step = StepPlace::parse("2");
  frame.runs.clear();
  state.locale.clear();
  state.ways.clear();
  state.queue.clear();
  state.exhausted = 0;
  state.steps = 0;
  state.failed_calls.clear();
  state.late_result.clear();
  auto& steps = written.turn.turn.steps;
  std::get<AskUser>(steps.front()).options.clear();
  std::get<Handoff>(steps.back()).attempts.clear();
  std::get<Handoff>(steps.back()).recap.clear();
}

}  // namespace

TEST_CASE("migrations are numbered from 1, and their checksums match their SQL") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  REQUIRE(migrate_sqlite(path));
  const auto migrations = sqlite_migrations(path);
  REQUIRE(migrations);
  REQUIRE_FALSE(migrations->empty());
  for (std::size_t i = 0; i < migrations->size(); ++i) {
    const Migration& migration = (*migrations)[i];
    CHECK(migration.version == static_cast<int>(i) + 1);
    CHECK(migration.applied);
    CHECK(migration.applied_at > 0);
    char number[8];
    std::snprintf(number, sizeof number, "%04d_", migration.version);
    const std::string file =
        std::string(PARLEY_SOURCE_DIR "/memory/migrations/sqlite/") + number + migration.name + ".sql";
    CHECK(migration.checksum == base::fingerprint(bytes_of(file)));
  }
}

TEST_CASE("a new file gets each migration once") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  std::vector<int> all;
  for (const auto& shipped : memory::shipped::sqlite_migrations()) all.push_back(shipped.version);
  CHECK(*migrate_sqlite(path) == all);
  const std::string schema = schema_of(path);
  CHECK(migrate_sqlite(path)->empty());
  CHECK(open_sqlite_store(path));
  CHECK(schema_of(path) == schema);
  CHECK(RawSqlite(path).number("SELECT count(*) FROM migration") == static_cast<std::int64_t>(all.size()));
}

TEST_CASE("opening a new file creates the same database as migrating it") {
  const TempFolder folder;
  REQUIRE(open_sqlite_store(folder.file("opened.db")));
  REQUIRE(migrate_sqlite(folder.file("migrated.db")));
  CHECK(schema_of(folder.file("opened.db")) == schema_of(folder.file("migrated.db")));
}

TEST_CASE("inspecting migrations changes nothing") {
  const TempFolder folder;
  CHECK_FALSE(sqlite_migrations(folder.file("not-there.db")));
  CHECK_FALSE(std::filesystem::exists(folder.file("not-there.db")));

  test::write_bytes(folder.file("empty.db"), "");
  const auto none = sqlite_migrations(folder.file("empty.db"));
  REQUIRE((none && !none->empty()));
  for (const Migration& migration : *none) CHECK_FALSE(migration.applied);
  CHECK(bytes_of(folder.file("empty.db")).empty());

  const std::string path = folder.file("a.db");
  REQUIRE(migrate_sqlite(path));
  const std::string before = bytes_of(path);
  REQUIRE(sqlite_migrations(path));
  CHECK(bytes_of(path) == before);
}

TEST_CASE("a database that lacks a migration is refused if migrating is disabled") {
  const TempFolder folder;
  SqliteOptions options;
  options.migrate = false;
  const auto missing = open_sqlite_store(folder.file("not-there.db"), options);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::kStoreUnavailable);
  CHECK_FALSE(std::filesystem::exists(folder.file("not-there.db")));

  test::write_bytes(folder.file("empty.db"), "");
  const auto older = open_sqlite_store(folder.file("empty.db"), options);
  REQUIRE_FALSE(older);
  CHECK(older.error().code == ErrorCode::kStoreUnavailable);
  CHECK(older.error().message.find("needs migration 1 (sessions)") != std::string::npos);
  CHECK(bytes_of(folder.file("empty.db")).empty());

  REQUIRE(migrate_sqlite(folder.file("a.db")));
  CHECK(open_sqlite_store(folder.file("a.db"), options));
}

TEST_CASE("a database that must not be opened is refused and stays unchanged") {
  struct Case {
    const char* what;
    std::function<void(const std::string& path)> make;
    ErrorCode code;
    const char* says;
  };
  const auto migrated_then = [](const char* sql) {
    return [sql](const std::string& path) {
      REQUIRE(migrate_sqlite(path));
      RawSqlite(path).run(sql);
    };
  };
  const auto file_of = [](std::string bytes) {
    return [bytes](const std::string& path) { test::write_bytes(path, bytes); };
  };
  for (const Case& c : {
           Case{"written by a newer parley", migrated_then("INSERT INTO migration VALUES (999, 'later', 'x', 0)"),
                ErrorCode::kStoreTooNew, "migration 999 (later)"},
           Case{"another checksum", migrated_then("UPDATE migration SET checksum = 'x' WHERE version = 1"),
                ErrorCode::kStoreCorrupt, "migration 1 (sessions)"},
           Case{"a gap", migrated_then("DELETE FROM migration WHERE version = 1"), ErrorCode::kStoreCorrupt,
                "migration 2"},
           Case{"another program's database",
                [](const std::string& path) { RawSqlite(path).run("CREATE TABLE t (a)"); }, ErrorCode::kStoreCorrupt,
                "was not created by parley"},
           Case{"another table with that name",
                [](const std::string& path) { RawSqlite(path).run("CREATE TABLE migration (a)"); },
                ErrorCode::kStoreCorrupt, "no such column"},
           Case{"text", file_of("not a database"), ErrorCode::kStoreCorrupt, "not a database"},
           Case{"long text", file_of(std::string(10000, 'x')), ErrorCode::kStoreCorrupt, "not a database"},
       }) {
    INFO(c.what);
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    c.make(path);
    const std::string before = bytes_of(path);

    const auto check = [&](const auto& result) {
      REQUIRE_FALSE(result);
      CHECK(result.error().code == c.code);
      CHECK(result.error().message.find(c.says) != std::string::npos);
      CHECK(result.error().message.find(path) != std::string::npos);
      CHECK(bytes_of(path) == before);
    };
    check(open_sqlite_store(path));
    check(migrate_sqlite(path));
    check(sqlite_migrations(path));
  }
}

TEST_CASE("a failed migration leaves the database at the previous version") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  auto database = memory::Database::open(path, memory::Database::Missing::kCreate, std::chrono::milliseconds(1));
  REQUIRE(database);
  {
    // Simulates the transaction of a migration that failed midway.
    auto transaction = memory::Transaction::begin(*database);
    REQUIRE(transaction);
    REQUIRE_FALSE(database->execute("CREATE TABLE session (a); CREATE TABLE session (a)"));
  }
  CHECK(RawSqlite(path).number("SELECT count(*) FROM sqlite_schema") == 0);
  CHECK(memory::apply_migrations(*database, 1)->size() == memory::shipped::sqlite_migrations().size());
}

TEST_CASE("F117: a migration that fails midway leaves the previous version with its schema and all its rows") {
  struct Case {
    const char* obstacle;  // a table whose existence makes the next migration fail after some of its changes
    std::int64_t version;  // the last version whose migration succeeds
  };
  for (const Case& c : {Case{"unindexed", 1}, Case{"item", 2}}) {
    INFO(c.obstacle);
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    const RawSqlite raw(path);
    raw.run(bytes_of(PARLEY_SOURCE_DIR "/tests/migrations/schema_1.sql"));
    const std::string all_said = raw.text("SELECT group_concat(text, '|') FROM message");
    raw.run(std::string("CREATE TABLE ") + c.obstacle + " (a)");
    const auto refused = open_sqlite_store(path);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find(c.obstacle) != std::string::npos);
    CHECK(refused.error().message.find(path) != std::string::npos);
    CHECK(raw.number("SELECT max(version) FROM migration") == c.version);
    CHECK(raw.number("SELECT count(*) FROM sqlite_schema WHERE name = 'session_2'") == 0);
    CHECK(raw.number("SELECT count(*) FROM pragma_table_info('session') WHERE name = 'hour'") == c.version - 1);
    CHECK(raw.number("SELECT count(*) FROM pragma_table_info('message') WHERE name = 'details'") == 0);
    CHECK(raw.number("SELECT count(*) FROM session") == 2);
    CHECK(raw.text("SELECT group_concat(text, '|') FROM message") == all_said);

    raw.run(std::string("DROP TABLE ") + c.obstacle);
    const auto store = open_sqlite_store(path);
    if (!store) FAIL(store.error().to_string());
    CHECK((*store)->list({})->size() == 2);
    std::string said_now;
    for (const char* session : {"web:1", "web:2"}) {
      for (const Message& message : *(*store)->messages(session, 10)) {
        said_now += (said_now.empty() ? "" : "|") + message.text;
      }
    }
    CHECK(said_now == all_said);
  }
}

TEST_CASE("processes that create the same database at once all succeed") {
  for (int round = 0; round < 5; ++round) {
    const TempFolder folder;
    const std::string path = folder.file("a.db");
    std::vector<pid_t> children;
    for (int i = 0; i < 6; ++i) {
      const pid_t child = ::fork();
      if (child == 0) {
        const auto store = open_sqlite_store(path);
        Conversation conversation("s" + std::to_string(i));
        const auto done =
            store ? (*store)->commit(conversation.next("hello", "hi").commit()) : Unexpected(store.error());
        if (!done) std::cerr << done.error().message << '\n';
        ::_exit(done ? 0 : 1);
      }
      children.push_back(child);
    }
    for (pid_t child : children) {
      int status = -1;
      REQUIRE(::waitpid(child, &status, 0) == child);
      CHECK(status == 0);
    }
    CHECK(RawSqlite(path).number("SELECT count(*) FROM session") == 6);
  }
}

// Version 1 wrote the dump. The dump never changes, because every later version must read it.
TEST_CASE("a database of schema version 1 opens at the current version with all its data") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  RawSqlite(path).run(bytes_of(PARLEY_SOURCE_DIR "/tests/migrations/schema_1.sql"));
  REQUIRE(RawSqlite(path).number("SELECT max(version) FROM migration") == 1);

  const auto store = open_sqlite_store(path);
  if (!store) FAIL(store.error().to_string());
  const auto migrations = sqlite_migrations(path);
  REQUIRE((migrations && !migrations->empty()));
  for (const Migration& migration : *migrations) CHECK(migration.applied);

  const auto listed = *(*store)->list({});
  REQUIRE(listed.size() == 2);
  CHECK(listed[0].session == "web:1");
  CHECK(listed[0].waiting_for_param == "order_id");
  CHECK(listed[1].session == "web:2");

  conformance::PreparedCommit everything =
      Conversation("web:1").next("I want my money back", "What's your order ID?", "id-1");
  conformance::fill_with_everything(everything);
  as_of_version_1(everything);
  everything.messages.back().details = {};
  CHECK(**(*store)->load("web:1") == everything.state);
  CHECK(*(*store)->messages("web:1", 10) == everything.messages);
  const auto turn = *(*store)->find_turn("web:1", "id-1");
  REQUIRE(turn);
  CHECK(turn->complete);
  CHECK(conformance::same_turn(turn->turn, everything.turn.turn));

  Conversation begun("web:2", 1767225500000);
  conformance::PreparedCommit half = begun.next("refund it", "One moment.", "id-2");
  half.turn.complete = false;
  const auto incomplete = *(*store)->find_turn("web:2", "id-2");
  REQUIRE(incomplete);
  CHECK_FALSE(incomplete->complete);
  CHECK((*store)->commit(begun.complete(half, "Done.").commit()));
  CHECK(*(*store)->erase({{"web:1"}}) == 1);
}
