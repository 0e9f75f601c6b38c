// Tests the SQLite store beyond the store contract: settings, files, errors, and the data left after an erase.
#include <thread>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory/sqlite/settings.h"
#include "tests/conformance/store_conformance.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using conformance::Conversation;
using test::bytes_of;
using test::TempFolder;

namespace {

constexpr SqliteOptions::Synchronous kNormal = SqliteOptions::Synchronous::kNormal;

std::shared_ptr<SessionStore> open_store(const std::string& path, SqliteOptions options = {}) {
  auto store = open_sqlite_store(path, options);
  if (!store) FAIL(store.error().to_string());
  return *store;
}

}  // namespace

TEST_CASE("the SQLite store meets the store contract, whether sessions are settled or not") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  SqliteOptions options;
  options.unsettled_sessions = static_cast<std::size_t>(GENERATE(4096, 1));
  conformance::StoreUnderTest sqlite;
  sqlite.fresh = [&] {
    REQUIRE_FALSE(std::filesystem::exists(path));
    return open_store(path, options);
  };
  sqlite.reopen = [&] { return open_store(path, options); };
  conformance::check_store(sqlite);
}

TEST_CASE("every setting of a SQLite connection takes effect") {
  const TempFolder folder;
  const auto read = [](const memory::Database& database, const std::string& pragma) {
    auto statement = database.prepare("PRAGMA " + pragma);
    REQUIRE(statement);
    auto rows = statement->query();
    REQUIRE(*rows.next());
    return std::string(rows.text(0));
  };
  SqliteOptions options;
  options.busy_timeout = std::chrono::milliseconds(1234);
  for (const auto& [synchronous, expected] : {std::pair{SqliteOptions().synchronous, "2"}, std::pair{kNormal, "1"}}) {
    options.synchronous = synchronous;
    const auto database = memory::Database::open(folder.file("a.db"), memory::Database::Missing::kCreate, {});
    REQUIRE(database);
    REQUIRE(memory::apply_settings(*database, options));
    CHECK(read(*database, "journal_mode") == "wal");
    CHECK(read(*database, "synchronous") == expected);
    CHECK(read(*database, "busy_timeout") == "1234");
    CHECK(read(*database, "foreign_keys") == "1");
    CHECK(read(*database, "secure_delete") == "1");
    CHECK(read(*database, "trusted_schema") == "0");
    CHECK(read(*database, "cell_size_check") == "1");
    CHECK(read(*database, "mmap_size") == "0");
    CHECK(read(*database, "temp_store") == "2");
  }
}

TEST_CASE("a setting that does not take effect is an error") {
  const TempFolder folder;
  // A reading connection prevents a change of the journal mode.
  const std::string path = folder.file("a.db");
  const test::RawSqlite other(path);
  other.run("CREATE TABLE t (a); INSERT INTO t VALUES (1); BEGIN; SELECT a FROM t");
  const auto database = memory::Database::open(path, memory::Database::Missing::kFail, std::chrono::milliseconds(1));
  REQUIRE(database);
  SqliteOptions options;
  options.busy_timeout = std::chrono::milliseconds(10);
  const auto set = memory::apply_settings(*database, options);
  REQUIRE_FALSE(set);
  CHECK(set.error().code == ErrorCode::kStoreUnavailable);
  CHECK(set.error().message.find(path) != std::string::npos);
}

TEST_CASE("the files of a SQLite store are accessible only to their owner, whatever the umask") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  for (mode_t mask : {0000, 0022, 0777}) {
    const mode_t before = ::umask(mask);
    {
      const auto store = open_store(path);
      Conversation conversation("s1");
      REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
      CHECK(test::mode_of(path) == 0600);
      CHECK(test::mode_of(path + "-wal") == 0600);
      CHECK(test::mode_of(path + "-shm") == 0600);
    }
    ::umask(before);
    std::filesystem::remove(path);
  }
}

TEST_CASE("a SQLite store that cannot be opened names the file and the reason") {
  const TempFolder folder;
  struct Case {
    std::string path;
    std::string why;
  };
  for (const Case& c : {Case{folder.file("no/such/folder.db"), "no such file"}, Case{folder.path().string(), ""},
                        Case{"", "not a file name"}, Case{":memory:", "not a file name"}}) {
    const auto store = open_sqlite_store(c.path);
    REQUIRE_FALSE(store);
    CHECK(store.error().code == ErrorCode::kStoreUnavailable);
    CHECK(store.error().message.find(c.path) != std::string::npos);
    CHECK(store.error().message.find(c.why) != std::string::npos);
  }
}

TEST_CASE("a read-only SQLite file is refused") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  open_store(path).reset();
  REQUIRE(::chmod(path.c_str(), 0444) == 0);
  REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
  // Root can write every file, so the test uses another user.
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(10);
    const auto store = open_sqlite_store(path);
    if (store) ::_exit(11);
    const bool right = store.error().code == ErrorCode::kStoreUnavailable &&
                       store.error().message.find("read-only") != std::string::npos;
    ::_exit(right ? 0 : 12);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("X63: after an erase no byte of the session is left in the SQLite files") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  const std::string secret = "xyzzy-canary";
  const auto store = open_store(path);
  Conversation others("others");
  REQUIRE(store->commit(others.next("hello", "hi").commit()));
  Conversation conversation("session-of-" + secret);
  for (int i = 0; i < 20; ++i) {
    auto written = conversation.next("I said " + secret, "you said " + secret, secret + std::to_string(i));
    written.state.params["a"] = {secret + std::string(static_cast<std::size_t>(i) * 400, '.'), 1};  // overflow pages
    written.turn.turn.params = {{"a", secret}};
    REQUIRE(store->commit(written.commit()));
    REQUIRE(store->commit(others.next("and", "so on").commit()));
  }
  const auto holds_secret = [&](const std::string& file) { return bytes_of(file).find(secret) != std::string::npos; };
  REQUIRE((holds_secret(path) || holds_secret(path + "-wal")));

  CHECK(*store->erase({{conversation.state().session}}) == 1);
  CHECK_FALSE(holds_secret(path));
  CHECK_FALSE(holds_secret(path + "-wal"));
  CHECK_FALSE(holds_secret(path + "-shm"));
  CHECK(bytes_of(path).find("so on") != std::string::npos);

  const test::RawSqlite raw(path);
  CHECK(raw.number("SELECT count(*) FROM session") == 1);
  CHECK(raw.number("SELECT count(*) FROM turn WHERE id >> 24 NOT IN (SELECT id FROM session)") == 0);
}

TEST_CASE("erased text is gone from the SQLite search index, and other texts are still found") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  SqliteOptions options;
  options.unsettled_sessions = static_cast<std::size_t>(GENERATE(1, 4096));
  const auto store = open_store(path, options);
  // Some words occur only in erased messages, and some messages were trimmed before.
  const auto secret = [](int number) { return "xyzzycanary" + std::to_string(number); };
  for (int i = 0; i < 40; ++i) {
    Conversation conversation("s" + std::to_string(i));
    for (int turn = 0; turn < 3; ++turn) {
      auto written =
          conversation.next("number " + std::to_string(i) + (i % 2 ? " " + secret(10 * i + turn) : " is public"), "ok");
      written.notes.reset();
      if (turn == 2) {
        written.first_kept_turn = 2;
        written.state.trimmed = 2;
      }
      REQUIRE(store->commit(written.commit()));
      if (i % 7 == 0) REQUIRE(store->search({"number", 5, ""}));
    }
  }
  REQUIRE(store->search({secret(12), 5, ""})->size() == 1);
  REQUIRE(store->search({"number", 1000, ""})->size() == 80);
  std::vector<Erasure> all;
  for (int i = 1; i < 40; i += 2) all.push_back({"s" + std::to_string(i)});
  CHECK(*store->erase(all) == 20);
  for (const char* suffix : {"", "-wal", "-shm"}) {
    INFO(suffix);
    CHECK(bytes_of(path + suffix).find("xyzzycanary") == std::string::npos);
  }
  CHECK(store->search({secret(12), 5, ""})->empty());
  CHECK(store->search({"number", 1000, ""})->size() == 40);
  CHECK(store->search({"public", 1000, ""})->size() == 40);
  // A new session reuses the row id of the last session, and the index contains its messages.
  CHECK(*store->erase({{"s38"}}) == 1);
  Conversation again("again");
  REQUIRE(store->commit(again.next("number one again", "ok").commit()));
  CHECK(store->search({"again", 10, ""})->size() == 1);
}

// In an earlier version, each erase made the tree of FTS5 two levels deeper, and FTS5 reads only 2,000 levels.
TEST_CASE("erasing a thousand sessions does not damage the search index") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  SqliteOptions options;
  options.synchronous = kNormal;
  options.unsettled_sessions = 10;
  const auto store = open_store(path, options);
  constexpr int kSessions = 1'100;
  const auto found = [&](const std::string& text) { return store->search({text, 2'000, ""})->size(); };
  const auto talk_on = [&](Conversation& conversation, const std::string& text) {
    auto written = conversation.next(text, "ok");
    written.notes.reset();
    REQUIRE(store->commit(written.commit()));
  };
  Conversation first("first"), second("second");
  talk_on(first, "kept");
  for (int i = 0; i < kSessions; ++i) {
    Conversation conversation("s" + std::to_string(i));
    talk_on(conversation, "gone xyzzycanary" + std::to_string(i));
  }
  talk_on(second, "kept");
  REQUIRE(found("gone") == kSessions);
  REQUIRE(found("kept") == 2);
  for (int i = 0; i < kSessions; ++i) {
    INFO(i);
    REQUIRE(*store->erase({{"s" + std::to_string(i)}}) == 1);
    if (i % 100 != 0) continue;
    talk_on(first, "kept again");
    CHECK(found("kept") == 3 + static_cast<std::size_t>(i / 100));
    CHECK(found("gone") == static_cast<std::size_t>(kSessions - 1 - i));
  }
  CHECK(found("gone") == 0);
  CHECK(found("kept") == 13);
  for (const char* suffix : {"", "-wal", "-shm"}) {
    INFO(suffix);
    CHECK(bytes_of(path + suffix).find("xyzzycanary") == std::string::npos);
  }
}

TEST_CASE("a process keeps its locks on a file when it opens the file a second time") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  const auto store = open_store(path);
  Conversation conversation("s1");
  REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
  REQUIRE(open_sqlite_store(path));
  const pid_t child = ::fork();
  if (child == 0) {
    // Every connection to a file in WAL mode holds this lock. Without it, another process assumes that it has the last
    // connection.
    const int file = ::open(path.c_str(), O_RDWR);
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = 0x40000000 + 2;
    lock.l_len = 510;
    ::_exit(::fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

TEST_CASE("if another reader delays an erase, the erase reports the delay, and the next erase finishes the work") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  SqliteOptions options;
  options.busy_timeout = std::chrono::milliseconds(1);
  const auto store = open_store(path, options);
  Conversation conversation("s1");
  REQUIRE(store->commit(conversation.next("xyzzy-canary", "hi").commit()));
  {
    const test::RawSqlite reader(path);
    reader.run("BEGIN");
    CHECK(reader.number("SELECT count(*) FROM session") == 1);
    const auto held_up = store->erase({{"s1"}});
    REQUIRE_FALSE(held_up);
    CHECK(held_up.error().code == ErrorCode::kStoreUnavailable);
    CHECK_FALSE(store->load("s1")->has_value());
  }
  CHECK(bytes_of(path + "-wal").find("xyzzy-canary") != std::string::npos);
  CHECK(*store->erase({{"s1"}}) == 0);
  CHECK(bytes_of(path + "-wal").find("xyzzy-canary") == std::string::npos);
  CHECK(bytes_of(path).find("xyzzy-canary") == std::string::npos);
}

TEST_CASE("a SQLite file that another process keeps locked is unavailable after the timeout") {
  const TempFolder folder;
  const std::string path = folder.file("sessions.db");
  SqliteOptions options;
  options.busy_timeout = std::chrono::milliseconds(1);
  const auto store = open_store(path, options);
  Conversation conversation("s1");
  REQUIRE(store->commit(conversation.next("one", "1").commit()));
  {
    const test::RawSqlite writer(path);
    writer.run("BEGIN IMMEDIATE");
    const auto refused = store->commit(conversation.peek("two", "my words").commit());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
    CHECK(refused.error().message.find("locked") != std::string::npos);
    CHECK(refused.error().message.find("my words") == std::string::npos);
    CHECK(store->load("s1")->has_value());  // reading still works
  }
  CHECK(store->commit(conversation.next("two", "2").commit()));
}

TEST_CASE("inconsistent rows are corrupt, and the error names the position") {
  const TempFolder folder;
  struct Case {
    std::string damage;
    const char* says;
  };
  const auto as_state = [](std::string json) { return "UPDATE session SET state = CAST('" + json + "' AS BLOB)"; };
  for (const Case& c : {
           Case{as_state("{"), "not valid JSON"},
           Case{as_state("[]"), "expected an object"},
           Case{as_state("{\"session\":\"s1\",\"version\":1,\"plans\":\"x\"}"), "plans: expected an integer"},
           Case{as_state("{\"session\":\"s1\",\"version\":1,\"xyzzy\":1}"), "unknown member"},
           Case{as_state("{\"version\":1}"), "session: missing"},
           Case{"UPDATE session SET version = 7", "another session or version"},
           Case{as_state("{\"session\":\"s9\",\"version\":1}"), "another session"},
           Case{"UPDATE session SET state = CAST(replace(state, 's1', 's9') AS BLOB)", "stored bytes are damaged"},
           Case{"UPDATE turn SET body = x''", "turn: the stored bytes are damaged"},
           Case{"UPDATE turn SET body = CAST(replace(body, 'hello', 'hallo') AS BLOB)",
                "turn: the stored bytes are damaged"},
       }) {
    INFO(c.damage);
    const std::string path = folder.file("sessions.db");
    std::filesystem::remove(path);
    const auto store = open_store(path);
    Conversation conversation("s1");
    REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    test::RawSqlite(path).run(c.damage);
    const auto state = store->load("s1");
    const auto turn = store->find_turn("s1", "m1");
    const auto messages = store->messages("s1", 1);
    const Error* error = !state ? &state.error() : !turn ? &turn.error() : !messages ? &messages.error() : nullptr;
    REQUIRE(error);
    CHECK(error->code == ErrorCode::kStoreCorrupt);
    CHECK(error->message.find(c.says) != std::string::npos);
    CHECK(error->message.find(path) != std::string::npos);
  }
}

TEST_CASE("a file with damaged pages is an error and not a crash", "[long]") {
  const TempFolder folder;
  const std::string good = folder.file("good.db");
  {
    const auto store = open_store(good);
    for (int i = 0; i < 20; ++i) {
      Conversation conversation("s" + std::to_string(i));
      for (int turn = 0; turn < 3; ++turn)
        REQUIRE(store->commit(conversation.next("hello", std::string(300, 'a')).commit()));
    }
  }
  const std::string bytes = bytes_of(good);
  SqliteOptions options;
  options.synchronous = kNormal;
  for (std::size_t at = 0; at < bytes.size(); at += 1021) {
    std::string damaged = bytes;
    for (std::size_t i = at; i < std::min(at + 24, damaged.size()); ++i)
      damaged[i] = static_cast<char>(damaged[i] ^ 0x5A);
    const std::string path = folder.file("damaged.db");
    test::write_bytes(path, damaged);
    const auto store = open_sqlite_store(path, options);
    if (!store) continue;
    for (const std::string session : {"s0", "s19"}) {
      // Every call must return. Whether it returns an error depends on the damage.
      (void)(*store)->find_turn(session, "m2");
      (void)(*store)->messages(session, 10);
      (void)(*store)->list({});
      const auto state = (*store)->load(session);
      if (state && *state) (void)(*store)->commit(Conversation::resume(**state).next("go", "on").commit());
      if (session == "s0") (void)(*store)->erase({{session}});
    }
  }
}
