// Tests the file of a SQLite store: accepted names, files that are moved while a store is open, and files of other
// programs.
#include <filesystem>
#include <functional>

#include "parley/stores.h"
#include "tests/conformance/store_conformance.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"
#include "tests/memory/test_master_keys.h"

namespace fs = std::filesystem;
using namespace parley;
using conformance::Conversation;
using test::RawSqlite;
using test::TempFolder;

namespace {

std::shared_ptr<SessionStore> open(const std::string& path, std::shared_ptr<const Encryption> encryption = nullptr) {
  SqliteOptions options;
  options.synchronous = SqliteOptions::Synchronous::kNormal;
  options.encryption = std::move(encryption);
  auto store = open_sqlite_store(path, options);
  if (!store) FAIL(store.error().to_string());
  return *store;
}

// Restores the previous working directory on destruction.
class WorkingFolder {
 public:
  explicit WorkingFolder(const fs::path& folder) : before_(fs::current_path()) { fs::current_path(folder); }
  ~WorkingFolder() { fs::current_path(before_); }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;

 private:
  fs::path before_;
};

}  // namespace

TEST_CASE("a turn is not acknowledged when the database file was moved, replaced or removed while it was open") {
  struct Case {
    const char* what;
    std::function<void(const std::string& path)> happens;
    std::function<void(const std::string& path)> is_undone;
  };
  const auto move = [](const std::string& from, const std::string& to) { fs::rename(from, to); };
  for (const Case& c : {
           Case{"moved", [&](const std::string& path) { move(path, path + ".moved"); },
                [&](const std::string& path) { move(path + ".moved", path); }},
           Case{"removed", [](const std::string& path) { fs::remove(path); }, nullptr},
           Case{"replaced",
                [&](const std::string& path) {
                  move(path, path + ".moved");
                  fs::copy_file(path + ".moved", path);
                },
                [&](const std::string& path) { move(path + ".moved", path); }},
           Case{"log moved", [&](const std::string& path) { move(path + "-wal", path + ".log"); },
                [&](const std::string& path) { move(path + ".log", path + "-wal"); }},
           Case{"log removed", [](const std::string& path) { fs::remove(path + "-wal"); }, nullptr},
           Case{"index moved", [&](const std::string& path) { move(path + "-shm", path + ".index"); },
                [&](const std::string& path) { move(path + ".index", path + "-shm"); }},
           Case{"index removed", [](const std::string& path) { fs::remove(path + "-shm"); }, nullptr},
       }) {
    for (const bool has_written : {true, false}) {
      INFO(c.what << ", after a commit: " << has_written);
      const TempFolder folder;
      const std::string path = folder.file("s.db");
      const auto store = open(path);
      Conversation conversation("s1");
      if (has_written) REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
      c.happens(path);
      const auto done = store->commit(conversation.peek("are you", "there").commit());
      REQUIRE_FALSE(done);
      CHECK(done.error().code == ErrorCode::kStoreUnavailable);
      CHECK(done.error().message.find("was moved, replaced or removed") != std::string::npos);
      CHECK_FALSE(store->annotate("s1", {}));
      CHECK_FALSE(store->put(conformance::some_record("s2")));
      CHECK_FALSE(store->erase({{"s1", 0, 0}}));
      if (!c.is_undone) continue;
      c.is_undone(path);
      REQUIRE(store->commit(conversation.next("are you", "there").commit()));
      CHECK(open(path)->messages("s1", 10)->size() == (has_written ? 4 : 2));
    }
  }
}

TEST_CASE("a database that was moved while it was open is complete when the program has stopped", "[encryption]") {
  for (const bool is_sealed : {false, true}) {
    INFO("encrypted: " << is_sealed);
    const TempFolder folder;
    const std::string path = folder.file("s.db"), moved = folder.file("moved.db");
    const auto keys = is_sealed ? test::master_keys({"a"}) : nullptr;
    auto store = open(path, keys);
    Conversation conversation("s1");
    for (int turn = 0; turn < 5; ++turn) REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    fs::rename(path, moved);
    if (is_sealed) fs::rename(path + ".keys", moved + ".keys");
    CHECK_FALSE(store->commit(conversation.peek("are you", "there").commit()));
    store.reset();
    CHECK(open(moved, keys)->messages("s1", 100)->size() == 10);
  }
}

TEST_CASE("a backup in the place of a moved database is read without the log of that database", "[encryption]") {
  for (const bool is_sealed : {false, true}) {
    INFO("encrypted: " << is_sealed);
    const TempFolder folder;
    const std::string path = folder.file("s.db"), moved = folder.file("moved.db"), backup = folder.file("backup.db");
    const auto keys = is_sealed ? test::master_keys({"a"}) : nullptr;
    const std::vector<std::string> files =
        is_sealed ? std::vector<std::string>{"", ".keys"} : std::vector<std::string>{""};
    Conversation other("other"), conversation("s1");
    REQUIRE(open(backup, keys)->commit(other.next("good", "bye").commit()));
    auto store = open(path, keys);
    for (int turn = 0; turn < 5; ++turn) REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    for (const std::string& suffix : files) fs::rename(path + suffix, moved + suffix);
    for (const std::string& suffix : files) fs::copy_file(backup + suffix, path + suffix);
    CHECK_FALSE(store->commit(conversation.peek("are you", "there").commit()));
    store.reset();
    CHECK(open(moved, keys)->messages("s1", 100)->size() == 10);
    const auto restored = open(path, keys);
    CHECK(restored->messages("other", 100)->size() == 2);
    CHECK_FALSE(restored->load("s1")->has_value());
  }
}

TEST_CASE("a database is not created beside the log of another one, which SQLite would delete") {
  struct Case {
    const char* what;
    std::function<void(const std::string& path)> happens;
  };
  for (const Case& c : {
           Case{"moved", [](const std::string& path) { fs::rename(path, path + ".moved"); }},
           Case{"removed", [](const std::string& path) { fs::remove(path); }},
           Case{"emptied", [](const std::string& path) { test::write_bytes(path, ""); }},
       }) {
    INFO(c.what);
    const TempFolder folder;
    const std::string live = folder.file("live.db"), path = folder.file("s.db");
    const auto store = open(live);
    Conversation conversation("s1");
    REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    for (const char* suffix : {"", "-wal"}) fs::copy_file(live + suffix, path + suffix);  // as after a kill
    const std::string log = test::bytes_of(path + "-wal");
    REQUIRE_FALSE(log.empty());
    c.happens(path);
    const bool is_there = fs::exists(path);
    SqliteOptions salvages;
    salvages.on_damage = SqliteOptions::OnDamage::kSalvage;
    for (const SqliteOptions& options : {SqliteOptions(), salvages}) {
      const auto opened = open_sqlite_store(path, options);
      REQUIRE_FALSE(opened);
      CHECK(opened.error().code == ErrorCode::kStoreUnavailable);
      CHECK(opened.error().message.find("s.db-wal' is the log of a database that was moved") != std::string::npos);
    }
    CHECK_FALSE(migrate_sqlite(path));
    CHECK_FALSE(salvage_sqlite(path));
    CHECK(fs::exists(path) == is_there);
    CHECK(test::bytes_of(path + "-wal") == log);
    if (!fs::exists(path + ".moved")) continue;
    fs::rename(path + ".moved", path);
    CHECK(open(path)->messages("s1", 10)->size() == 2);
  }
}

TEST_CASE("a file is not read with the log of another database or of a newer copy, which a kill has left") {
  for (const bool is_older : {true, false}) {
    INFO("an older copy: " << is_older);
    const TempFolder folder;
    const std::string live = folder.file("live.db"), backup = folder.file("backup.db"), path = folder.file("s.db");
    const auto fill = [](SessionStore& store, const std::string& session) {
      Conversation conversation(session);
      for (int turn = 0; turn < 20; ++turn) {
        REQUIRE(store.commit(conversation.next(std::string(2000, 'x'), "hi").commit()));
      }
    };
    fill(*open(live), "first");
    if (is_older) {
      fs::copy_file(live, backup);
    } else {
      fill(*open(backup), "other");
    }
    const auto store = open(live);
    fill(*store, "second");
    RawSqlite(live).run("PRAGMA wal_checkpoint(TRUNCATE)");
    fill(*store, "third");
    for (const char* suffix : {"", "-wal"}) fs::copy_file(live + suffix, path + suffix);  // as after a kill
    fs::copy_file(backup, path, fs::copy_options::overwrite_existing);
    const std::string log = test::bytes_of(path + "-wal");
    SqliteOptions salvages;
    salvages.on_damage = SqliteOptions::OnDamage::kSalvage;
    for (const SqliteOptions& options : {SqliteOptions(), salvages}) {
      const auto opened = open_sqlite_store(path, options);
      REQUIRE_FALSE(opened);
      CHECK(opened.error().code == ErrorCode::kStoreUnavailable);
      CHECK(opened.error().message.find("s.db does not belong to its log") != std::string::npos);
    }
    CHECK_FALSE(migrate_sqlite(path));
    CHECK_FALSE(salvage_sqlite(path));
    CHECK_FALSE(sqlite_migrations(path));
    CHECK(test::bytes_of(path) == test::bytes_of(backup));
    CHECK(test::bytes_of(path + "-wal") == log);

    // The right file next to the log has every turn, and the backup without the log has its own.
    fs::copy_file(live, path, fs::copy_options::overwrite_existing);
    CHECK(open(path)->messages("third", 100)->size() == 40);
    fs::copy_file(backup, path, fs::copy_options::overwrite_existing);
    fs::remove(path + "-wal");
    CHECK(open(path)->messages(is_older ? "first" : "other", 100)->size() == 40);
  }
}

TEST_CASE("a turn is not acknowledged when the database file was overwritten in place while it was open") {
  const auto over = [](const std::string& from, const std::string& to) {
    fs::copy_file(from, to, fs::copy_options::overwrite_existing);  // the file keeps its inode, as with `cp`
  };
  struct Case {
    const char* what;
    std::function<void(const TempFolder& folder, const std::string& path)> happens;
  };
  const auto fill = [](SessionStore& store, const std::string& session) {
    Conversation conversation(session);
    for (int turn = 0; turn < 20; ++turn) {
      REQUIRE(store.commit(conversation.next(std::string(2000, 'x'), "hi").commit()));
    }
  };
  for (const Case& c : {
           Case{"another database",
                [&](const TempFolder&folder, const std::string&path) {
                  for (const char* session : {"s1", "s2", "s3"}) fill(*open(folder.file("other.db")), session);
                  over(folder.file("other.db"), path);
                }},
           Case{"an older copy",
                [&](const TempFolder&folder, const std::string&path) { over(folder.file("older.db"), path); }},
           Case{"no database",
                [](const TempFolder&, const std::string&path) { test::write_bytes(path, std::string(8192, 'x')); }},
           Case{"nothing", [](const TempFolder&, const std::string&path) { test::write_bytes(path, ""); }},
       }) {
    INFO(c.what);
    const TempFolder folder;
    const std::string path = folder.file("s.db");
    fill(*open(path), "begun");
    fs::copy_file(path, folder.file("older.db"));
    auto store = open(path);
    fill(*store, "s0");
    Conversation conversation("s1");
    REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    RawSqlite(path).run("PRAGMA wal_checkpoint(TRUNCATE)");  // SQLite checkpoints a full log in the same way
    REQUIRE(store->commit(conversation.next("hm", "yes?").commit()));
    c.happens(folder, path);
    const std::string bytes = test::bytes_of(path);
    for (int tries = 0; tries < 2; ++tries) {
      const auto done = store->commit(conversation.peek("are you", "there").commit());
      REQUIRE_FALSE(done);
      CHECK(done.error().code == ErrorCode::kStoreUnavailable);
      CHECK(done.error().message.find("s.db was overwritten while it was open") != std::string::npos);
    }
    const auto loaded = store->load("s1");
    CHECK((loaded || loaded.error().code == ErrorCode::kStoreUnavailable));
    store.reset();
    CHECK(test::bytes_of(path) == bytes);  // the log has not overwritten the database
  }
}

TEST_CASE("a database that other processes write, copy and vacuum does not count as overwritten") {
  const TempFolder folder;
  const std::string path = folder.file("s.db");
  const auto store = open(path), other = open(path);
  Conversation conversation("s1"), another("s2");
  for (int turn = 0; turn < 60; ++turn) {
    REQUIRE(store->commit(conversation.next(std::string(3000, 'x'), "hi").commit()));
    REQUIRE(other->commit(another.next(std::string(3000, 'y'), "hi").commit()));
    REQUIRE(open(path)->load("s1")->has_value());
    const RawSqlite raw(path);
    if (turn % 7 == 0) raw.run("PRAGMA wal_checkpoint(TRUNCATE)");
    if (turn % 20 == 10) raw.run("VACUUM");
    if (turn % 20 == 15) raw.run("VACUUM INTO '" + folder.file("copy" + std::to_string(turn)) + "'");
    if (turn == 30) {
      REQUIRE(store->erase({{"s2"}}));
      another = Conversation("s2");
    }
  }
}

TEST_CASE("every database has its own id, and its copies have the same id") {
  const TempFolder folder;
  const auto id = [](const std::string& path) { return RawSqlite(path).number("PRAGMA user_version"); };
  open(folder.file("a.db")), open(folder.file("b.db"));
  CHECK(id(folder.file("a.db")) > 0);
  CHECK(id(folder.file("a.db")) != id(folder.file("b.db")));
  const auto before = id(folder.file("a.db"));
  open(folder.file("a.db"));
  CHECK(id(folder.file("a.db")) == before);
  RawSqlite(folder.file("a.db")).run("PRAGMA user_version = 0");  // like a database of an older version
  const auto store = open(folder.file("a.db"));
  CHECK(id(folder.file("a.db")) > 0);
}

TEST_CASE("a symbolic link whose target changes counts as a replaced database") {
  const TempFolder folder;
  const std::string link = folder.file("link.db");
  open(folder.file("one.db"));
  fs::create_symlink(folder.file("one.db"), link);
  const auto store = open(link);
  Conversation conversation("s1");
  REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
  open(folder.file("other.db"));
  fs::remove(link);
  fs::create_symlink(folder.file("other.db"), link);
  CHECK_FALSE(store->commit(conversation.peek("are you", "there").commit()));
}

TEST_CASE("a session does not begin when the key file was moved while it was open", "[encryption]") {
  const TempFolder folder;
  const std::string path = folder.file("s.db");
  const auto store = open(path, test::master_keys({"a"}));
  Conversation one("s1"), other("s2");
  REQUIRE(store->commit(one.next("hello", "hi").commit()));
  fs::rename(path + ".keys", path + ".moved");
  const auto done = store->commit(other.peek("hello", "hi").commit());
  REQUIRE_FALSE(done);
  CHECK(done.error().message.find("s.db.keys was moved, replaced or removed") != std::string::npos);
  fs::rename(path + ".moved", path + ".keys");
  REQUIRE(store->commit(other.next("hello", "hi").commit()));
}

TEST_CASE("a process that changes its working directory keeps its database") {
  const TempFolder folder, elsewhere;
  const WorkingFolder in(folder.path());
  const auto store = open("s.db");
  fs::current_path(elsewhere.path());
  Conversation conversation("s1");
  CHECK(store->commit(conversation.next("hello", "hi").commit()));
}

TEST_CASE("an SQLite URI is not accepted as a database name and creates no files") {
  const TempFolder folder;
  const WorkingFolder in(folder.path());
  for (const char* uri : {"file:x.db", "file:x.db?mode=memory", "file:x.db?mode=ro&cache=shared"}) {
    INFO(uri);
    const auto store = open_sqlite_store(uri);
    REQUIRE_FALSE(store);
    CHECK(store.error().code == ErrorCode::kStoreUnavailable);
    CHECK(store.error().message.find("URI") != std::string::npos);
  }
  CHECK(fs::is_empty(folder.path()));
  open("./file:x.db?mode=memory");
  CHECK(fs::exists(folder.file("file:x.db?mode=memory")));
}

TEST_CASE("the triggers and views of a foreign database have no effect") {
  const TempFolder folder;
  const std::string path = folder.file("s.db");
  Conversation conversation("s1");
  REQUIRE(open(path)->commit(conversation.next("hello", "hi").commit()));
  {
    const RawSqlite raw(path);
    raw.run("CREATE TABLE stolen (text TEXT)");
    raw.run("CREATE TRIGGER steal AFTER INSERT ON turn BEGIN INSERT INTO stolen VALUES (new.body); END");
    raw.run("CREATE TRIGGER spoil AFTER UPDATE ON session BEGIN DELETE FROM turn; END");
    raw.run("CREATE VIEW everything AS SELECT body FROM turn");
  }
  {
    const auto store = open(path);
    REQUIRE(store->commit(conversation.next("are you", "there").commit()));
    CHECK(store->messages("s1", 10)->size() == 4);
  }
  CHECK(RawSqlite(path).number("SELECT count(*) FROM stolen") == 0);

  // The store does not read a view that has the name of a table.
  {
    const RawSqlite raw(path);
    raw.run("ALTER TABLE item RENAME TO hidden");
    raw.run(
        "CREATE VIEW item AS SELECT 1 AS id, 1 AS session, 'x' AS name, 1 AS version, 0 AS expires_ms, 'y' AS bytes");
  }
  CHECK_FALSE(open_sqlite_store(path));
}
