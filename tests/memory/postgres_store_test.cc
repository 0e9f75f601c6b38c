// Tests the PostgreSQL store beyond the store contract: its schema, its errors, and several stores over one database.
#include <functional>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "memory/postgres/listing.h"
#include "parley/sessions.h"
#include "tests/conformance/store_conformance.h"
#include "tests/memory/postgres_database.h"

using namespace parley;
using conformance::Conversation;
using test::has_postgres;
using test::PostgresDatabase;
using test::RawPostgres;

namespace {

int exit_code_of(pid_t child) {
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("the PostgreSQL store meets the store contract", "[postgres]") {
  if (!has_postgres()) return;
  // Each test empties this database, because creating a new one would take most of the time of the test.
  static const PostgresDatabase database;
  static const auto migrated = database.open();
  static const RawPostgres raw(database.uri());
  conformance::StoreUnderTest postgres;
  postgres.fresh = [] {
    raw.run(
        "DELETE FROM session; DELETE FROM message; DELETE FROM turn; DELETE FROM call; DELETE FROM item; DELETE FROM "
        "tombstone; DELETE FROM ended; DELETE FROM conversation_tombstone");
    return database.open();
  };
  postgres.reopen = [] { return database.open(); };
  conformance::check_store(postgres);
}

TEST_CASE("the error of a PostgreSQL store that cannot be opened gives the reason and does not show the password",
          "[postgres]") {
  if (!has_postgres()) return;
  struct Case {
    std::string uri;
    std::string why;
  };
  for (const Case& c : {Case{"", "not a PostgreSQL URI"}, Case{"sessions.db", "not a PostgreSQL URI"},
                        Case{"postgresql://u:xyzzy@h/d?no_such_setting=1", "not a PostgreSQL URI"},
                        Case{"postgresql://u:xyzzy%zz@h/d", "not a PostgreSQL URI"},
                        Case{"postgresql://u:xyzzy@/d?host=/no/such/folder", "cannot connect"},
                        Case{PostgresDatabase::on_server("dbname=no_such_database&password=xyzzy"),
                             "\"no_such_database\" does not exist"}}) {
    INFO(c.why);
    const auto store = open_postgres_store(c.uri);
    REQUIRE_FALSE(store);
    CHECK(store.error().code == ErrorCode::kStoreUnavailable);
    CHECK(store.error().message.find(c.why) != std::string::npos);
    CHECK(store.error().message.find("xyzzy") == std::string::npos);
  }
}

TEST_CASE("a PostgreSQL schema of another version is refused and left unchanged", "[postgres]") {
  if (!has_postgres()) return;
  struct Case {
    const char* damage;
    ErrorCode code;
    const char* says;
  };
  const PostgresDatabase database;
  const RawPostgres raw(database.uri());
  for (const Case& c : {
           Case{"INSERT INTO migration VALUES (99, 'future', 'abc', 0)", ErrorCode::kStoreTooNew, "newer parley"},
           Case{"DELETE FROM migration WHERE version = 1", ErrorCode::kStoreCorrupt, "but not the migration before it"},
           Case{"UPDATE migration SET checksum = 'abc'", ErrorCode::kStoreCorrupt, "checksums differ"},
           Case{"DROP TABLE migration", ErrorCode::kStoreCorrupt, "was not created by parley"},
       }) {
    INFO(c.damage);
    raw.run("DROP SCHEMA IF EXISTS parley CASCADE");
    database.open();
    raw.run(c.damage);
    for (bool migrate : {true, false}) {
      PostgresOptions options;
      options.migrate = migrate;
      const auto store = open_postgres_store(database.uri(), options);
      REQUIRE_FALSE(store);
      CHECK(store.error().code == c.code);
      CHECK(store.error().message.find(c.says) != std::string::npos);
      CHECK(store.error().message.find(database.name()) != std::string::npos);
    }
    CHECK_FALSE(postgres_migrations(database.uri()));
    CHECK_FALSE(migrate_postgres(database.uri()));
  }
}

TEST_CASE("PostgreSQL: a session of an older database that a person has is listed as handed off", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  {
    const auto store = database.open();
    for (const char* name : {"s1", "s2", "s3"}) {
      conformance::PreparedCommit written = conformance::Conversation(name).next("help", "One moment.");
      const std::string reason = "needs \"Ann\" \xC3\xA9";
      if (name != std::string("s2")) written.state.handed_off = HandedOff{reason, 7, 1, false, {}};
      if (name == std::string("s2")) written.state.last_result = Value::Object{{"handed_off", "no"}};
      REQUIRE(store->commit(written.commit()));
    }
  }
  RawPostgres(database.uri())
      .run(
          "ALTER TABLE session DROP COLUMN handed_off_ms, DROP COLUMN handed_off_reason;"
          "DELETE FROM migration WHERE version = 7");
  const auto store = database.open();
  SessionQuery query;
  query.handed_off = true;
  CHECK(conformance::listed(*store, query) == conformance::Names{"s1", "s3"});
  CHECK((*store->summary("s1"))->handed_off == HandoffInfo{"needs \"Ann\" \xC3\xA9", 7});
  CHECK_FALSE((*store->summary("s2"))->handed_off);
}

TEST_CASE("a PostgreSQL database is migrated only when that is allowed, and only once", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  PostgresOptions as_it_is;
  as_it_is.migrate = false;
  const auto refused = open_postgres_store(database.uri(), as_it_is);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
  CHECK(refused.error().message.find("needs migration 1") != std::string::npos);
  REQUIRE_FALSE(postgres_migrations(database.uri())->front().applied);

  const auto applied = *migrate_postgres(database.uri());
  CHECK(applied.size() == postgres_migrations(database.uri())->size());
  const auto migrations = postgres_migrations(database.uri());
  REQUIRE((migrations && !migrations->empty()));
  for (const Migration& migration : *migrations) CHECK(migration.applied);
  CHECK(migrate_postgres(database.uri())->empty());
  CHECK(open_postgres_store(database.uri(), as_it_is));
}

TEST_CASE("a role for turns needs only the rights in docs/store.md", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  database.open();
  const std::string role = database.name() + "_talker";
  const RawPostgres raw(database.uri());
  raw.run("CREATE ROLE " + role + "; GRANT USAGE ON SCHEMA parley TO " + role +
          "; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA parley TO " + role);
  {
    const auto store = database.open({}, "options=-c%20role%3D" + role);
    Conversation conversation("s1");
    for (int turn = 0; turn < 2; ++turn) REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    CHECK(store->record("s1")->has_value());
    CHECK(store->search({"hello", 10, ""})->size() == 2);
    CHECK(store->counts(0)->bytes > 0);
    CHECK(*store->erase({{"s1", 0, 1}}) == 1);
    CHECK(store->forget_expired(2));
  }
  raw.run("DROP OWNED BY " + role + "; DROP ROLE " + role);
}

TEST_CASE("several processes can open a new PostgreSQL database at the same time", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  std::vector<pid_t> children;
  for (int process = 0; process < 6; ++process) {
    const pid_t child = ::fork();
    if (child == 0) {
      const auto store = open_postgres_store(database.uri());
      Conversation conversation("s" + std::to_string(process));
      ::_exit(store && (*store)->commit(conversation.next("hello", "hi").commit()) ? 0 : 1);
    }
    children.push_back(child);
  }
  for (pid_t child : children) CHECK(exit_code_of(child) == 0);
  CHECK(database.open()->counts(0)->sessions == 6);
  CHECK(RawPostgres(database.uri()).number("SELECT count(*) FROM migration WHERE version = 1") == 1);
}

TEST_CASE("if two PostgreSQL stores commit the same version of a session, only one succeeds", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  const std::vector<std::shared_ptr<SessionStore>> stores = {database.open(), database.open()};
  constexpr std::int64_t kTurns = 60;
  std::vector<std::atomic<int>> winners(kTurns);
  std::atomic<int> failures{0};
  conformance::in_threads([&](int thread) {
    SessionStore& store = *stores[static_cast<std::size_t>(thread % 2)];
    for (;;) {
      const auto seen = store.load("contested");
      if (!seen) ++failures;
      Conversation conversation = seen && *seen ? Conversation::resume(**seen) : Conversation("contested");
      const std::int64_t expected = conversation.state().version;
      if (!seen || expected == kTurns) return;
      const auto done =
          store.commit(conversation.next("mine", "yes", std::to_string(thread * 1000 + expected)).commit());
      if (done) ++winners[static_cast<std::size_t>(expected)];
      if (!done && done.error().code != ErrorCode::kStaleVersion) ++failures;
    }
  });
  CHECK(failures == 0);
  for (const auto& count : winners) CHECK(count == 1);
  CHECK(stores[0]->messages("contested", 1000)->size() == 2 * kTurns);
}

TEST_CASE("an erase leaves no row of the session in any PostgreSQL table", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  const auto store = database.open();
  Conversation gone("gone"), stays("stays");
  for (int i = 0; i < 5; ++i) {
    auto written = gone.next("secret", "words");
    written.calls = {
        {"call-" + std::to_string(i), "tool", written.state.turns, CallRecord::Status::kDone, "key", 1, 2}};
    REQUIRE(store->commit(written.commit()));
  }
  REQUIRE(store->commit(stays.next("hello", "hi").commit()));
  CHECK(*store->erase({{"gone", 0, 0}}) == 1);
  const RawPostgres raw(database.uri());
  CHECK(raw.number("SELECT count(*) FROM session") == 1);
  CHECK(raw.number("SELECT count(*) FROM message") == 2);
  CHECK(raw.number("SELECT count(*) FROM turn") == 1);
  CHECK(raw.number("SELECT count(*) FROM call") == 0);
}

TEST_CASE("inconsistent rows in PostgreSQL are corrupt, and the error names the position", "[postgres]") {
  if (!has_postgres()) return;
  struct Case {
    const char* damage;
    const char* says;
  };
  const PostgresDatabase database;
  const auto store = database.open();
  const RawPostgres raw(database.uri());
  for (const Case& c : {
           Case{"UPDATE session SET state = '{'", "not valid JSON"},
           Case{"UPDATE session SET state = '{\"session\":\"s1\",\"version\":1,\"xyzzy\":1}'", "unknown member"},
           Case{"UPDATE session SET version = 7", "another session or version"},
           Case{"UPDATE session SET state = convert_to(replace(convert_from(state, 'UTF8'), '\"s1\"', '\"s9\"'), "
                "'UTF8')",
                "another session"},
           Case{"UPDATE session SET metadata = '[]'", "is not a JSON object"},
           Case{"UPDATE turn SET answer = '{}'", "turn: status: missing"},
           Case{"UPDATE message SET role = 'oracle'", "unknown role"},
           Case{"DROP TABLE call", "does not exist"},
       }) {
    INFO(c.damage);
    raw.run("DELETE FROM session; DELETE FROM message; DELETE FROM turn");
    Conversation conversation("s1");
    REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    raw.run(c.damage);
    const auto record = store->record("s1");
    REQUIRE_FALSE(record);
    CHECK(record.error().code == ErrorCode::kStoreCorrupt);
    CHECK(record.error().message.find(c.says) != std::string::npos);
    CHECK(record.error().message.find(database.name()) != std::string::npos);
  }
}

TEST_CASE("of the concurrent commits of many threads, PostgreSQL refuses only those with an id that is too long",
          "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  PostgresOptions options;
  options.connections = 1;
  const auto store = database.open(options);
  const std::string too_long = base::random_hex(8000);
  std::atomic<int> wrong{0};
  conformance::in_threads([&](int thread) {
    Conversation conversation("s" + std::to_string(thread));
    const bool odd = thread % 2 == 0;
    for (int turn = 0; turn < 10; ++turn) {
      const auto done = store->commit(conversation.peek("u", "a", odd ? too_long : std::string()).commit());
      const bool right = odd ? !done && done.error().code == ErrorCode::kLimitExceeded : done.has_value();
      if (!right) ++wrong;
      if (done) (void)conversation.next("u", "a");
    }
  });
  CHECK(wrong == 0);
  CHECK(store->counts(0)->sessions == conformance::kThreads / 2);
}

TEST_CASE("a PostgreSQL export names a session with corrupt notes and contains the other sessions", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  const auto store = database.open();
  for (const char* session : {"a", "b", "c"}) {
    Conversation conversation(session);
    REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
  }
  RawPostgres(database.uri()).run("UPDATE session SET metadata = '{' WHERE name = 'b'");
  const auto report = export_sessions(*store, {}, [](std::string_view) { return true; });
  REQUIRE(report);
  CHECK(report->sessions == 2);
  REQUIRE(report->refused.size() == 1);
  CHECK(report->refused.front().session == "b");
  CHECK(report->refused.front().why.find("notes: metadata is not a JSON object") != std::string::npos);
  CHECK(store->list({})->size() == 3);
  CHECK(store->summary("b").error().code == ErrorCode::kStoreCorrupt);
}

TEST_CASE("F113: in PostgreSQL a session's items are found by an index and erased with it", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  const auto store = database.open();
  for (const char* session : {"s1", "s2", "s3"}) {
    Conversation conversation(session);
    conformance::PreparedCommit written = conversation.next("hello", "hi");
    conformance::fill_with_everything(written);
    REQUIRE(store->commit(written.commit()));
    REQUIRE(store->change_items({session, written.state.created_at, {{"summary", 1, 0, "{}"}}, {}}));
  }
  const RawPostgres raw(database.uri());
  const std::vector<std::string> tables = {"message", "turn", "call", "item"};
  const auto count = [&](const std::string& table) { return raw.number("SELECT count(*) FROM " + table); };
  for (const std::string& table : tables) {
    INFO(table);
    CHECK(count(table) >= 3);
    CHECK(raw.text("SELECT a.attname FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum "
                   "= i.indkey[0] WHERE i.indisprimary AND i.indrelid = '" +
                   table + "'::regclass") == "session");
  }
  const std::int64_t messages = count("message");
  raw.run("DELETE FROM session WHERE name = 's1'");  // the foreign keys of the tables delete the other rows
  CHECK(count("message") == messages / 3 * 2);
  REQUIRE(store->erase({{"s2", 0, 0}}));
  for (const std::string& table : tables) {
    INFO(table);
    CHECK(raw.number("SELECT count(DISTINCT session) FROM " + table) == 1);
  }
  raw.run("DELETE FROM session");
  for (const std::string& table : tables) CHECK(count(table) == 0);
}

TEST_CASE("F113: PostgreSQL lists sessions by last update from an index of hours, which most turns do not change",
          "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  const auto store = database.open();
  const RawPostgres raw(database.uri());
  raw.run(
      "INSERT INTO session (name, version, bot, created_ms, updated_ms, expires_ms, turns, messages, trimmed,"
      " input_tokens, output_tokens, cost, state, title, user_hash, tags, metadata, archived_ms)"
      " SELECT convert_to('s' || i, 'UTF8'), 1, 'b', 1, 1700000000000 + i * 60000, 0, 0, 0, 0, 0, 0, 0, 's', '', '', "
      "'{}',"
      " '{}', 0 FROM generate_series(1, 20000) AS i; ANALYZE session");
  SessionQuery recent, oldest, before;
  oldest.order = SessionQuery::Order::kOldestFirst;
  before.updated_before = 1700000000000 + 600 * 60000;
  for (const SessionQuery& query : {recent, oldest, before}) {
    memory::postgres::Listing listing = memory::postgres::listing_of(query);
    // EXPLAIN accepts no bound values, so the test inserts them into the SQL.
    const std::vector<std::string> values =
        query.updated_before == INT64_MAX
            ? std::vector<std::string>{"20"}
            : std::vector<std::string>{std::to_string(query.updated_before),
                                       std::to_string(query.updated_before / 3'600'000), "20"};
    REQUIRE(listing.values.size() == values.size());
    for (std::size_t i = values.size(); i-- > 0;) {
      const std::string name = "$" + std::to_string(i + 1);
      listing.sql.replace(listing.sql.find(name), name.size(), values[i]);
    }
    INFO(listing.sql);
    const std::string plan = raw.text("EXPLAIN (FORMAT JSON) " + listing.sql);
    INFO(plan);
    CHECK(plan.find("session_by_hour") != std::string::npos);
    CHECK(plan.find("Seq Scan") == std::string::npos);
  }
  CHECK(raw.number("SELECT count(*) FROM pg_index WHERE indrelid = 'session'::regclass AND EXISTS (SELECT FROM "
                   "pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey) AND attname = 'updated_ms')") ==
        0);
}
