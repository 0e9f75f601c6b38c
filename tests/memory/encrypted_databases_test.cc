// Tests encrypted databases: they report that they are encrypted, a missing key file or key is an error, and reading
// never erases.
#include <filesystem>
#include <functional>
#include <thread>

#include "tests/memory/encrypted_database_harness.h"
#include "tests/memory/settled.h"
#include "tests/torture/test_scale.h"

namespace parley::test {

namespace fs = std::filesystem;
using conformance::Conversation;

namespace {

// Returns the ids as an SQL list: 'id', 'id'.
std::string keys_of(const std::string& path, const std::vector<std::string>& sessions) {
  std::string keys;
  for (const std::string& session : sessions) {
    // The sealed text is a part of the state, as JSON: "last_result":"sealed1:...".
    const std::string sealed = RawSqlite(path).text(
        "SELECT substr(state, instr(state, CAST('sealed1:' AS BLOB))) FROM session WHERE name = '" + session + "'");
    keys += (keys.empty() ? "'" : ", '") + *memory::Keyring::key_of(sealed) + "'";
  }
  return keys;
}

// Makes the database look like one of an older version: only its sealed sessions show that it is encrypted.
void remove_mark(const std::string& path) { RawSqlite(path).run("PRAGMA application_id = 0"); }

void require_all_refuse_without_master_keys(const std::string& path) {
  SqliteOptions as_it_is;
  as_it_is.migrate = false;
  SqliteOptions salvage;
  salvage.on_damage = SqliteOptions::OnDamage::kSalvage;
  const std::string says = "the database is encrypted; open it with its master keys";
  require_refused(open_sqlite_store(path), ErrorCode::kInvalidRequest, says);
  require_refused(open_sqlite_store(path, as_it_is), ErrorCode::kInvalidRequest, says);
  require_refused(open_sqlite_store(path, salvage), ErrorCode::kInvalidRequest, says);
  require_refused(migrate_sqlite(path), ErrorCode::kInvalidRequest, says);
}

}  // namespace

TEST_CASE("an encrypted database is not opened without keys, whether its key file is present or not") {
  for (const bool is_marked : {true, false}) {
    INFO("marked: " << is_marked);
    const TempFolder folder;
    const std::string path = folder.file("e.db"), aside = folder.file("elsewhere");
    say_hello(*open_sealed(path), "s1");
    if (!is_marked) remove_mark(path);
    const DatabaseBytes before(path);
    require_all_refuse_without_master_keys(path);
    fs::rename(path + ".keys", aside);
    require_all_refuse_without_master_keys(path);
    require_refused(open_sqlite_store(path, encrypted_options()), ErrorCode::kFileUnreadable,
                    "e.db.keys: the key file is missing");
    require_refused(rewrap_sqlite_keys(path, master_keys({"b", "a"})), ErrorCode::kFileUnreadable, "e.db.keys");
    CHECK_FALSE(fs::exists(path + ".keys"));
    fs::rename(aside, path + ".keys");
    CHECK(DatabaseBytes(path) == before);
    CHECK(open_sealed(path)->messages("s1", 10)->size() == 2);
    CHECK(RawSqlite(path).number("PRAGMA application_id") ==
          0x70617273);  // opening marks a database of an older version
  }
}

TEST_CASE("copies, backups and salvaged files of an encrypted database report that they are encrypted") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  say_hello(*open_sealed(path), "s1");
  RawSqlite(path).run("VACUUM INTO '" + folder.file("copy.db") + "'");
  require_refused(open_sqlite_store(folder.file("copy.db")), ErrorCode::kInvalidRequest, "encrypted");
  REQUIRE(salvage_sqlite(path)->sessions == 1);
  CHECK(RawSqlite(path).number("PRAGMA application_id") == 0x70617273);
  CHECK(open_sealed(path)->messages("s1", 10)->size() == 2);
}

TEST_CASE("an empty encrypted database stays encrypted") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  open_sealed(path);
  fs::remove(path + ".keys");
  require_refused(open_sqlite_store(path), ErrorCode::kInvalidRequest, "encrypted");
  say_hello(*open_sealed(path), "s1");  // opens, because no session exists whose key could be missing
}

TEST_CASE("an unencrypted database cannot be opened with keys, even if a key file is next to it") {
  const TempFolder folder;
  const std::string path = folder.file("clear.db");
  say_hello(**open_sqlite_store(path), "s1");
  for (const bool with_key_file : {false, true}) {
    if (with_key_file) {
      open_sealed(folder.file("other.db"));
      fs::copy_file(folder.file("other.db.keys"), path + ".keys");
    }
    const DatabaseBytes before(path);
    require_refused(open_sqlite_store(path, encrypted_options()), ErrorCode::kInvalidRequest, "are not encrypted");
    CHECK(DatabaseBytes(path) == before);
  }
  fs::remove(path + ".keys");
  CHECK((*open_sqlite_store(path))->messages("s1", 10)->size() == 2);
}

TEST_CASE("a database does not count as encrypted because a tool's result looks like sealed data") {
  const TempFolder folder;
  const std::string path = folder.file("clear.db");
  {
    const auto store = *open_sqlite_store(path);
    Conversation conversation("s1");
    conformance::PreparedCommit written = conversation.next("hello", "hi");
    written.state.last_result = "sealed1:abc:AAAA";
    REQUIRE(store->commit(written.commit()));
    Conversation other("s2");
    conformance::PreparedCommit with_frame = other.next("hello", "hi");
    with_frame.state.last_result = "sealed1:AAAAAAAAAAAAAAAAAAAAAA:AAAA";
    Frame frame;
    frame.intent = "refund";
    with_frame.state.frames = {frame};
    REQUIRE(store->commit(with_frame.commit()));
  }
  CHECK(open_sqlite_store(path));
}

TEST_CASE("an encrypted PostgreSQL database is not opened without keys or when its keys are missing", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  const RawPostgres raw(database.uri());
  PostgresOptions sealed;
  sealed.encryption = master_keys({"a"});
  say_hello(*database.open(sealed), "s1");
  raw.run("CREATE SCHEMA aside; ALTER TABLE parley_keys.session_key SET SCHEMA aside");
  for (const bool is_marked : {true, false}) {
    INFO("marked: " << is_marked);
    if (!is_marked) raw.run("DROP TABLE parley.encrypted");
    require_refused(open_postgres_store(database.uri()), ErrorCode::kInvalidRequest, "encrypted");
    require_refused(migrate_postgres(database.uri()), ErrorCode::kInvalidRequest, "encrypted");
    require_refused(open_postgres_store(database.uri(), sealed), ErrorCode::kFileUnreadable, "parley_keys");
    require_refused(rewrap_postgres_keys(database.uri(), sealed.encryption), ErrorCode::kFileUnreadable, "parley_keys");
    CHECK(raw.number("SELECT (to_regclass('parley_keys.session_key') IS NULL)::int::bigint") == 1);
  }
  raw.run("ALTER TABLE aside.session_key SET SCHEMA parley_keys");
  CHECK(database.open(sealed)->messages("s1", 10)->size() == 2);
  CHECK(raw.number("SELECT count(*) FROM parley.encrypted") == 1);
}

TEST_CASE("a key absent from the key file is an error, and reading never erases the session") {
  const TempFolder folder;
  const std::string path = folder.file("e.db"), older = folder.file("older.keys");
  say_hello(*open_sealed(path), "s1");
  fs::copy_file(path + ".keys", older);
  say_hello(*open_sealed(path), "s2");
  fs::copy_file(path + ".keys", folder.file("newer.keys"));
  fs::copy_file(older, path + ".keys", fs::copy_options::overwrite_existing);
  auto store = open_sealed(path);
  const std::string says = "the key of a session is missing";
  require_refused(store->load("s2"), ErrorCode::kStoreCorrupt, says);
  require_refused(store->record("s2"), ErrorCode::kStoreCorrupt, says);
  require_refused(store->messages("s2", 10), ErrorCode::kStoreCorrupt, says);
  require_refused(store->find_turn("s2", "m1"), ErrorCode::kStoreCorrupt, says);
  require_refused(store->search({"hello", 10, {}}), ErrorCode::kStoreCorrupt, says);
  std::vector<RefusedSession> unread;
  const auto hits = store->search({"hello", 10, {}, &unread});
  REQUIRE(hits);
  REQUIRE(hits->size() == 1);
  CHECK(hits->front().session == "s1");
  REQUIRE(unread.size() == 1);
  CHECK(unread.front().session == "s2");
  Conversation restarted("s2");
  CHECK(store->commit(restarted.next("hello", "hi").commit()).error().code == ErrorCode::kStaleVersion);
  CHECK(store->messages("s1", 10)->size() == 2);
  // Lists contain the session, so that an operator finds it.
  REQUIRE(store->list({})->size() == 2);
  CHECK((*store->summary("s2"))->notes.title.empty());

  const auto report = export_sessions(*store, {}, [](std::string_view) { return true; });
  REQUIRE(report);
  CHECK(report->sessions == 1);
  REQUIRE(report->refusals == 1);
  CHECK(report->refused.front().session == "s2");
  CHECK(report->refused.front().why.find(says) != std::string::npos);

  store.reset();
  CHECK(RawSqlite(path).number("SELECT count(*) FROM session") == 2);
  fs::copy_file(folder.file("newer.keys"), path + ".keys", fs::copy_options::overwrite_existing);
  CHECK(open_sealed(path)->messages("s2", 10)->size() == 2);
  // An operator who knows that the key is lost can erase the session.
  fs::copy_file(older, path + ".keys", fs::copy_options::overwrite_existing);
  CHECK(*conformance::erase(*open_sealed(path), {"s2"}) == 1);
}

TEST_CASE("a prune skips sessions whose key is missing, names them, and erases the others") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  {
    const auto store = open_sealed(path);
    for (const char* session : {"s1", "s2", "s3", "s4"}) say_hello(*store, session);
  }
  // Deletes the keys of s2 and s4.
  RawSqlite(path + ".keys").run("DELETE FROM session_key WHERE id IN (" + keys_of(path, {"s2", "s4"}) + ")");
  const auto store = open_sealed(path);
  PruneOptions options;
  options.before = INT64_MAX;
  options.dry_run = true;
  for (const bool dry_run : {true, false}) {
    options.dry_run = dry_run;
    const auto report = prune_sessions(*store, options);
    REQUIRE(report);
    CHECK(report->erased == 2);
    CHECK(report->refusals == 2);
    REQUIRE(report->refused.size() == 2);
    CHECK(report->refused.back().why.find("the key of a session is missing") != std::string::npos);
    CHECK(conformance::all_listed(*store).size() == (dry_run ? 4 : 2));
  }
  REQUIRE(conformance::all_listed(*store) == std::vector<std::string>{"s2", "s4"});
  CHECK(store->list({})->front().unreadable_notes);
}

TEST_CASE("a key file of an older version, which has no record of erasures, is read") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  {
    const auto store = open_sealed(path);
    for (const char* session : {"s1", "s2"}) say_hello(*store, session);
    REQUIRE(*conformance::erase(*store, {"s2"}) == 1);
  }
  RawSqlite(path + ".keys").run("DELETE FROM session_key WHERE master = ''");
  CHECK(open_sealed(path)->messages("s1", 10)->size() == 2);
  CHECK_FALSE(open_sealed(path)->load("s2")->has_value());
}

TEST_CASE("each of 400 single-bit changes in a key file is detected or harmless", "[long]") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  std::vector<std::string> sessions;
  {
    const auto store = open_sealed(path);
    for (int i = 0; i < 60; ++i) {
      sessions.push_back("s" + std::to_string(i));
      say_hello(*store, sessions.back());
    }
    REQUIRE(*conformance::erase(*store, {"s58", "s59"}) == 2);
  }
  sessions.resize(58);
  const DatabaseBytes before(path);
  int noticed = 0;
  const int flips = torture::scaled(400, 400);  // fewer under a sanitizer
  for (int i = 0; i < flips; ++i) {
    const auto flip = static_cast<std::size_t>(i);
    const std::size_t bit = flip * (before.keys.size() * 8) / static_cast<std::size_t>(flips) + flip % 8;
    INFO("bit " << bit);
    std::string keys = before.keys;
    keys[bit / 8] = static_cast<char>(keys[bit / 8] ^ (1 << (bit % 8)));
    write_bytes(path + ".keys", keys);
    {
      const auto store = open_sqlite_store(path, encrypted_options());
      bool is_noticed = !store;
      for (const std::string& session : sessions) {
        if (!store) break;
        const auto state = (*store)->load(session);
        if (!state) is_noticed = true;
        if (state && !state->has_value()) FAIL("a session counts as erased: " << session);
      }
      noticed += is_noticed ? 1 : 0;
    }
    REQUIRE(RawSqlite(path).number("SELECT count(*) FROM session") == 58);
    for (const char* suffix : {".keys-wal", ".keys-shm"}) fs::remove(path + suffix);
    write_bytes(path + ".keys", before.keys);
  }
  CHECK(noticed > flips / 4);
  const auto store = open_sealed(path);
  for (const std::string& session : sessions) CHECK(store->messages(session, 10)->size() == 2);
}

TEST_CASE("a wrong master key is refused before anything is written, also by a migration and by a rotation") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  say_hello(*open_sealed(path), "s1");
  const DatabaseBytes before(path);
  const auto same_name = master_keys({"a"}, 'x'), other_name = master_keys({"b"});
  const auto wrong_new_key = master_keys({"b", "a"}, 'x');
  const std::string says = "e.db.keys: the master key 'a' is not the key that wrapped the session keys";
  require_refused(open_sqlite_store(path, encrypted_options(same_name)), ErrorCode::kStoreUnavailable, says);
  require_refused(open_sqlite_store(path, encrypted_options(other_name)), ErrorCode::kStoreUnavailable,
                  "there is no master key 'a'");
  require_refused(migrate_sqlite(path, encrypted_options(same_name)), ErrorCode::kStoreUnavailable, says);
  require_refused(rewrap_sqlite_keys(path, wrong_new_key), ErrorCode::kStoreUnavailable, says);
  CHECK(DatabaseBytes(path) == before);
  CHECK(open_sealed(path)->messages("s1", 10)->size() == 2);
}

TEST_CASE("a rotation with a wrong new master key does not continue an interrupted rotation") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  say_hello(*open_sealed(path), "s1");
  say_hello(*open_sealed(path, master_keys({"b", "a"})), "s2");
  auto mixed = std::make_shared<Encryption>(*master_keys({"b", "a"}));
  mixed->master_key = [](const std::string& name) -> Result<std::string> {
    return std::string(32, name == "a" ? 'a' : 'x');  // "b" is another key of this name
  };
  const DatabaseBytes before(path);
  require_refused(rewrap_sqlite_keys(path, mixed), ErrorCode::kStoreUnavailable, "the master key 'b'");
  CHECK(DatabaseBytes(path) == before);
}

TEST_CASE("an open store whose master key another process has rotated away reports that it is not ready") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  const auto store = open_sealed(path);
  say_hello(*store, "s1");
  CHECK(store->drop_expired_items(0));
  CHECK(*rewrap_sqlite_keys(path, master_keys({"b", "a"})) == 1);
  require_refused(store->drop_expired_items(0), ErrorCode::kStoreUnavailable, "there is no master key 'b'");
  Conversation later("later");  // its key has the old master key, which does not make the store ready again
  REQUIRE(store->commit(later.next("and", "again").commit()));
  require_refused(store->drop_expired_items(0), ErrorCode::kStoreUnavailable, "there is no master key 'b'");
}

TEST_CASE("PostgreSQL: a wrong master key is refused before anything is written", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  PostgresOptions right, wrong;
  right.encryption = master_keys({"a"});
  wrong.encryption = master_keys({"a"}, 'x');
  say_hello(*database.open(right), "s1");
  const std::string says = "the master key 'a' is not the key that wrapped the session keys";
  require_refused(open_postgres_store(database.uri(), wrong), ErrorCode::kStoreUnavailable, says);
  require_refused(migrate_postgres(database.uri(), wrong), ErrorCode::kStoreUnavailable, says);
  require_refused(rewrap_postgres_keys(database.uri(), master_keys({"b", "a"}, 'x')), ErrorCode::kStoreUnavailable,
                  says);
  CHECK(RawPostgres(database.uri()).number("SELECT count(*) FROM parley.session") == 1);
  CHECK(database.open(right)->messages("s1", 10)->size() == 2);
}

TEST_CASE("an encrypted store settles sessions, and has no word index") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  SqliteOptions options = encrypted_options();
  options.unsettled_sessions = 1;
  const auto store = *open_sqlite_store(path, options);
  for (int i = 0; i < 20; ++i) say_hello(*store, "s" + std::to_string(i));
  const RawSqlite raw(path);
  while (settled(raw) < 10) std::this_thread::yield();  // in the background
  require_exact_totals(raw);
  CHECK(raw.number("SELECT count(*) FROM word") == 0);
  CHECK(store->counts(0)->sessions == 20);
  CHECK(store->search({"hello", 100, ""})->size() == 20);
  CHECK(*store->erase({{"s0"}}) == 1);
  CHECK(store->counts(0)->sessions == 19);
  require_exact_totals(raw);
}

}  // namespace parley::test
