// Tests events in a table: they are found by time, erased by session and user to the last byte, and limited in number.
#include <atomic>
#include <csignal>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/resource.h>

#include "base/time.h"
#include "parley/stores.h"
#include "telemetry/event_statements.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"
#include "tests/telemetry/test_sinks.h"

using namespace parley;
using test::bytes_of;
using test::EventLines;
using test::RawSqlite;
using test::TempFolder;

namespace {

namespace sql = telemetry::sql;

constexpr TimeMs kNine = 1772442000000;  // 2026-03-02T09:00:00Z
constexpr TimeMs kEnd = 4102444800000;

std::shared_ptr<TelemetryTable> open(const std::string& path, std::int64_t max_rows = 1'000'000, int busy_ms = 10'000) {
  TelemetryTableOptions options;
  options.max_rows = max_rows;
  options.busy_timeout = std::chrono::milliseconds(busy_ms);
  options.clock = std::make_shared<ManualClock>(kNine + 7);
  auto sink = open_sqlite_sink(path, options);
  if (!sink) FAIL(sink.error().to_string());
  return *sink;
}

std::string line_of(const std::string& session, const std::string& user, TimeMs at, int n = 0) {
  return R"({"v":2,"stage":"respond","ts":")" + base::format_iso8601(at) + R"(","session":")" + session +
         R"(","user":")" + user + R"(","bot":"desk","n":)" + std::to_string(n) + "}";
}

EventLines read(TelemetryTable& sink, TimeMs since = 0, TimeMs until = kEnd) {
  EventLines lines;
  REQUIRE(sink.for_each(since, until, [&](std::string_view line) { lines.emplace_back(line); }));
  return lines;
}

// Whether the text is in the database file or in its log files.
bool is_left(const std::string& path, const std::string& text) {
  for (const char* file : {"", "-wal", "-shm", "-journal"}) {
    if (bytes_of(path + file).find(text) != std::string::npos) return true;
  }
  return false;
}

std::string plan_of(const std::string& path, const std::string& statement) {
  sqlite3* connection = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &connection) == SQLITE_OK);
  std::string plan;
  const auto take = [](void* all, int, char** columns, char**) {
    static_cast<std::string*>(all)->append(columns[3]).append("\n");
    return 0;
  };
  CHECK(sqlite3_exec(connection, ("EXPLAIN QUERY PLAN " + statement).c_str(), take, &plan, nullptr) == SQLITE_OK);
  sqlite3_close(connection);
  return plan;
}

}  // namespace

TEST_CASE("an event is a row with its time, stage, session, user and bot, in a file that only its owner can read") {
  const TempFolder folder;
  const std::string path = folder.file("events.db");
  const auto sink = open(path);
  const std::string line = line_of("5e55", "05e4", kNine);
  CHECK(*sink->write({line, R"({"v":2,"stage":"telemetry","lost":3})"}) == 2);
  const RawSqlite raw(path);
  CHECK(raw.text("SELECT at || ' ' || stage || ' ' || session || ' ' || user || ' ' || bot FROM events WHERE id = 1") ==
        "1772442000000 respond 5e55 05e4 desk");
  CHECK(raw.text("SELECT line FROM events WHERE id = 1") == line);
  CHECK(raw.text("SELECT at || stage || (session IS NULL) || (user IS NULL) FROM events WHERE id = 2") ==
        "1772442000007telemetry11");
  CHECK(raw.text("PRAGMA journal_mode") == "wal");
  for (const char* file : {"", "-wal", "-shm"}) CHECK(test::mode_of(path + file) == 0600);
}

TEST_CASE("reads and erasures use an index, and reads are in order") {
  struct Case {
    const char* statement;
    const char* plan;
  };
  const TempFolder folder;
  const std::string path = folder.file("events.db");
  open(path);
  for (const Case& each : {Case{sql::kEraseSession, "USING COVERING INDEX events_session (session=?)"},
                           Case{sql::kEraseUser, "USING COVERING INDEX events_user (user=?)"},
                           Case{sql::kEraseUserless, "USING INDEX events_session (session=?)"},
                           Case{sql::kEraseUserless, "USING INDEX events_user (user=?)"},
                           Case{sql::kEraseBefore, "USING COVERING INDEX events_at (at<?)"},
                           Case{sql::kKeepNewest, "USING INTEGER PRIMARY KEY (rowid<?)"},
                           Case{sql::kRead, "USING INDEX events_at (at>? AND at<?)"}}) {
    const std::string plan = plan_of(path, each.statement);
    CHECK_THAT(plan, Catch::Contains(each.plan) && !Catch::Contains("TEMP B-TREE"));
  }
}

TEST_CASE("events are read by time, from the start of a period to just before its end, however many there are") {
  const TempFolder folder;
  const auto sink = open(folder.file("events.db"));
  EventLines lines;
  for (int i = 0; i < 2500; ++i) lines.push_back(line_of("s", "u", kNine + i / 3, i));  // three events per millisecond
  REQUIRE(sink->write({lines.begin() + 999, lines.end()}));
  REQUIRE(sink->write({lines.begin(), lines.begin() + 999}));
  CHECK((read(*sink) == lines));
  CHECK(read(*sink, kNine + 1, kNine + 3) == EventLines(lines.begin() + 3, lines.begin() + 9));
  CHECK(read(*sink, kNine, kNine).empty());
  CHECK(read(*sink, kEnd, 0).empty());
}

TEST_CASE("a callback that gets an event may call the sink") {
  const TempFolder folder;
  const auto sink = open(folder.file("events.db"));
  REQUIRE(sink->write({line_of("a", "u", kNine), line_of("b", "u", kNine + 1)}));
  int calls = 0;
  REQUIRE(sink->for_each(0, kEnd, [&](std::string_view) {
    ++calls;
    CHECK(*sink->forget_session("b") <= 1);
    REQUIRE(sink->write({line_of("c", "u", kNine - calls)}));
  }));
  CHECK(calls == 2);
  CHECK(read(*sink).size() == 3);
}

TEST_CASE("the number of rows never exceeds its limit, and the oldest are removed first") {
  const TempFolder folder;
  const std::string path = folder.file("events.db");
  const auto sink = open(path, 10);
  for (int i = 0; i < 30; i += 3) {
    REQUIRE(
        sink->write({line_of("s", "u", kNine, i), line_of("s", "u", kNine, i + 1), line_of("s", "u", kNine, i + 2)}));
    CHECK(RawSqlite(path).number("SELECT count(*) FROM events") <= 10);
  }
  const EventLines kept = read(*sink);
  REQUIRE(kept.size() == 10);
  CHECK(kept.front() == line_of("s", "u", kNine, 20));
  EventLines many;
  for (int i = 0; i < 100; ++i) many.push_back(line_of("s", "u", kNine, i));
  REQUIRE(sink->write(many));
  CHECK(read(*sink) == EventLines(many.end() - 10, many.end()));
}

TEST_CASE("erased events are in no byte of the file, and other events stay") {
  struct Case {
    const char* what;
    std::string secret;
    Result<std::size_t> (*forget)(TelemetryTable&);
    std::size_t gone;
  };
  const Case cases[] = {
      {"a session", "5ec2e7session", [](TelemetryTable& sink) { return sink.forget_session("5ec2e7session"); }, 400},
      {"a user", "5ec2e7user", [](TelemetryTable& sink) { return sink.forget_user("5ec2e7user"); }, 800},
      {"old events", "5ec2e7session", [](TelemetryTable& sink) { return sink.prune(kNine + 1'000'000); }, 1200},
  };
  for (const Case& each : cases) {
    CAPTURE(each.what);
    const TempFolder folder;
    const std::string path = folder.file("events.db");
    const auto sink = open(path);
    for (int i = 0; i < 400; ++i) {
      REQUIRE(
          sink->write({line_of("5ec2e7session", "5ec2e7user", kNine + i, i), line_of("b", "5ec2e7user", kNine + i, i),
                       line_of("c", "other", kNine + i, i), line_of("d", "other", kNine + 1'000'000 + i, i)}));
      if (i % 100 == 0)
        RawSqlite(path).run("PRAGMA wal_checkpoint(TRUNCATE)");  // so that the pages split in the database file
    }
    REQUIRE(is_left(path, each.secret));
    const auto gone = each.forget(*sink);
    REQUIRE(gone);
    CHECK(*gone == each.gone);
    CHECK_FALSE(is_left(path, each.secret));
    CHECK(read(*sink).size() == 1600 - each.gone);
    CHECK(*each.forget(*sink) == 0);
    CHECK(RawSqlite(path).text("PRAGMA integrity_check") == "ok");
    REQUIRE(sink->write({line_of("e", "u", kNine)}));
    CHECK(RawSqlite(path).number("SELECT count(*) FROM events") == static_cast<std::int64_t>(1601 - each.gone));
  }
}

TEST_CASE("erasing a user also erases the events without a user in the user's sessions, and no other events") {
  const TempFolder folder;
  const auto sink = open(folder.file("events.db"));
  const auto userless = [](const std::string& session) {
    return R"({"v":2,"stage":"memory","ts":"2026-03-02T09:00:00.000Z","session":")" + session + "\"}";
  };
  REQUIRE(sink->write({userless("a"), line_of("a", "ann", kNine), userless("a"), line_of("a", "bob", kNine),
                       userless("b"), line_of("b", "bob", kNine), R"({"v":2,"stage":"telemetry","lost":3})"}));
  CHECK(*sink->forget_user("ann") == 3);
  CHECK(read(*sink).size() == 4);
  CHECK(*sink->forget_user("bob") == 3);
  CHECK(read(*sink).size() == 1);
}

TEST_CASE("several sessions are erased together") {
  const TempFolder folder;
  const std::string path = folder.file("events.db");
  const auto sink = open(path);
  EventLines lines;
  for (int i = 0; i < 12'000; ++i) lines.push_back(line_of("a", "u", kNine + i, i));
  for (const char* session : {"b", "c", "5ec2e7d"}) lines.push_back(line_of(session, "u", kNine));
  REQUIRE(sink->write(lines));
  CHECK(*sink->forget_sessions({"a", "nobody", "5ec2e7d", "c", "a"}) == 12'002);
  CHECK(read(*sink) == EventLines{line_of("b", "u", kNine)});
  CHECK_FALSE(is_left(path, "5ec2e7d"));
  CHECK(*sink->forget_sessions({}) == 0);
}

TEST_CASE("an erasure erases all rows, even if one statement erases only a part of them") {
  const TempFolder folder;
  const auto sink = open(folder.file("events.db"));
  EventLines lines;
  for (int i = 0; i < 25'000; ++i) lines.push_back(line_of("a", "u", kNine + i, i));
  REQUIRE(sink->write(lines));
  CHECK(*sink->forget_user("u") == 25'000);
  CHECK(read(*sink).empty());
}

TEST_CASE("data that a reader protected from an erase is overwritten by the next erase") {
  const TempFolder folder;
  const std::string path = folder.file("events.db");
  const auto sink = open(path, 1'000'000, 10);
  REQUIRE(sink->write({line_of("5ec2e7session", "u", kNine), line_of("b", "u", kNine)}));
  const RawSqlite reader(path);
  reader.run("BEGIN; SELECT count(*) FROM events");
  const auto held_up = sink->forget_session("5ec2e7session");
  REQUIRE(!held_up);
  CHECK(held_up.error().code == ErrorCode::kStoreUnavailable);
  CHECK_THAT(held_up.error().message, Catch::Contains("another process is reading"));
  CHECK(read(*sink).size() == 1);
  CHECK(is_left(path, "5ec2e7session"));
  reader.run("COMMIT");
  CHECK(*open(path)->forget_session("nobody") == 0);
  CHECK_FALSE(is_left(path, "5ec2e7session"));
}

TEST_CASE("a file of another format is refused and left unchanged") {
  struct Case {
    const char* what;
    void (*make)(const std::string& path);
    ErrorCode code;
  };
  const Case cases[] = {
      {"a file that is not a database",
       [](const std::string& path) { test::write_bytes(path, std::string(5000, 'x')); }, ErrorCode::kStoreCorrupt},
      {"a database of sessions",
       [](const std::string& path) {
         RawSqlite(path).run("CREATE TABLE session (id INTEGER); PRAGMA user_version = 1");
       },
       ErrorCode::kStoreCorrupt},
      {"a database of another program",
       [](const std::string& path) { RawSqlite(path).run("PRAGMA application_id = 77"); }, ErrorCode::kStoreCorrupt},
      {"events of a newer parley",
       [](const std::string& path) {
         open(path);
         RawSqlite(path).run("PRAGMA user_version = 2");
       },
       ErrorCode::kStoreTooNew},
  };
  for (const Case& each : cases) {
    CAPTURE(each.what);
    const TempFolder folder;
    const std::string path = folder.file("events.db");
    each.make(path);
    const std::string before = bytes_of(path);
    const auto sink = open_sqlite_sink(path);
    REQUIRE(!sink);
    CHECK(sink.error().code == each.code);
    CHECK(bytes_of(path) == before);
  }
  const TempFolder folder;
  CHECK(open_sqlite_sink(folder.file("no/such/folder")).error().code == ErrorCode::kStoreUnavailable);
  CHECK(open_sqlite_sink(folder.path().string()).error().code == ErrorCode::kStoreUnavailable);
  CHECK(open_sqlite_sink(folder.file("e.db"), {0, std::chrono::milliseconds(1), nullptr}).error().code ==
        ErrorCode::kInvalidRequest);
}

TEST_CASE("F136: events are not written into the session database, and sessions not into the event database") {
  const TempFolder folder;
  const std::string sessions = folder.file("sessions.db"), events = folder.file("events.db");
  REQUIRE(open_sqlite_store(sessions));
  const auto sink = open_sqlite_sink(sessions);
  REQUIRE(!sink);
  CHECK(sink.error().code == ErrorCode::kStoreCorrupt);
  CHECK(sink.error().message.find("use a separate file for events") != std::string::npos);
  CHECK(sink.error().message.find(sessions) != std::string::npos);
  REQUIRE(open_sqlite_store(sessions));
  CHECK(RawSqlite(sessions).number("SELECT count(*) FROM sqlite_schema WHERE name = 'events'") == 0);

  open(events);
  const auto store = open_sqlite_store(events);
  REQUIRE(!store);
  CHECK(store.error().code == ErrorCode::kStoreCorrupt);
  CHECK(RawSqlite(events).number("SELECT count(*) FROM sqlite_schema WHERE name = 'session'") == 0);
  open(events);
}

TEST_CASE("a file at its size limit refuses a batch whole, and accepts the next one when it can grow") {
  const TempFolder folder;
  const std::string path = folder.file("events.db");
  const auto sink = open(path);
  REQUIRE(sink->write({line_of("a", "u", kNine)}));
  EventLines many;
  for (int i = 0; i < 5000; ++i) many.push_back(line_of("many", "u", kNine, i));
  const auto before = ::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  ::getrlimit(RLIMIT_FSIZE, &usual);
  rlimit small = usual;
  small.rlim_cur = 200'000;
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto refused = sink->write(many);
  ::setrlimit(RLIMIT_FSIZE, &usual);
  ::signal(SIGXFSZ, before);
  REQUIRE(!refused);
  CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
  REQUIRE(sink->write({line_of("b", "u", kNine)}));
  CHECK(read(*sink) == EventLines{line_of("a", "u", kNine), line_of("b", "u", kNine)});
}

TEST_CASE("two sinks on one file write, read and erase at the same time") {
  const TempFolder folder;
  const std::string path = folder.file("events.db");
  const auto one = open(path), other = open(path);
  std::atomic<bool> good{true};
  std::vector<std::thread> threads;
  for (const auto& [sink, name] : {std::pair{one, "a"}, std::pair{other, "b"}, std::pair{one, "c"}}) {
    threads.emplace_back([&good, sink = sink, name = std::string(name)] {
      for (int i = 0; i < 100; ++i) good = good && sink->write({line_of(name, "u", kNine + i, i)});
    });
  }
  threads.emplace_back([&] {
    for (int i = 0; i < 20; ++i) {
      good = good && one->for_each(0, kEnd, [](std::string_view) {});
      good = good && one->prune(0);
    }
  });
  for (std::thread& thread : threads) thread.join();
  CHECK(good);
  CHECK(read(*other).size() == 300);
}
