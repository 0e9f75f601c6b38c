// Tests session key files that are damaged, truncated, empty or of another database.
#include <filesystem>

#include "tests/memory/encrypted_database_harness.h"

namespace parley::test {

namespace fs = std::filesystem;

TEST_CASE("a damaged key file is refused and left unchanged") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  say_hello(*open_sealed(path), "s1");
  for (const std::string& keys : {std::string(5000, 'x'), bytes_of(path)}) {
    write_bytes(path + ".keys", keys);
    require_refused(open_sqlite_store(path, encrypted_options()), ErrorCode::kStoreCorrupt, "e.db.keys");
    CHECK(bytes_of(path + ".keys") == keys);
  }
}

TEST_CASE("an empty or truncated key file with sealed sessions is refused and left unchanged") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  for (int i = 0; i < 60; ++i) say_hello(*open_sealed(path), "s" + std::to_string(i));
  RawSqlite(path + ".keys").run("PRAGMA wal_checkpoint(TRUNCATE)");
  const DatabaseBytes before(path);
  REQUIRE(before.keys.size() >= 4 * 4096);
  std::vector<std::size_t> sizes = {0, 1, 15, 16, 50, 99, 100, 512, 1024, 4095};
  for (std::size_t page = 4096; page < before.keys.size(); page += 4096) {
    sizes.insert(sizes.end(), {page, page + 1, page + 2000});
  }
  sizes.push_back(before.keys.size() - 1);
  for (const std::size_t size : sizes) {
    INFO("cut to " << size << " of " << before.keys.size() << " bytes");
    const std::string cut = before.keys.substr(0, size);
    write_bytes(path + ".keys", cut);
    require_refused(open_sqlite_store(path, encrypted_options()), ErrorCode::kStoreCorrupt, "restore it from a backup");
    require_refused(rewrap_sqlite_keys(path, master_keys({"b", "a"})), ErrorCode::kStoreCorrupt, "e.db.keys");
    CHECK(bytes_of(path + ".keys") == cut);
  }
  for (const char* suffix : {".keys-wal", ".keys-shm"}) fs::remove(path + suffix);
  write_bytes(path + ".keys", before.keys);
  const auto store = open_sealed(path);
  for (int i = 0; i < 60; ++i) CHECK(store->messages("s" + std::to_string(i), 10)->size() == 2);
}

TEST_CASE("an empty key file keeps its log, which may contain the keys") {
  const TempFolder folder;
  const std::string path = folder.file("e.db"), copy = folder.file("copy.db");
  const auto store = open_sealed(path);
  say_hello(*store, "s1");
  for (const char* suffix : {"", "-wal", ".keys", ".keys-wal"}) fs::copy_file(path + suffix, copy + suffix);
  const std::string log = bytes_of(copy + ".keys-wal");
  REQUIRE(!log.empty());
  write_bytes(copy + ".keys", "");
  require_refused(open_sqlite_store(copy, encrypted_options()), ErrorCode::kStoreCorrupt, "the file is empty");
  CHECK(bytes_of(copy + ".keys-wal") == log);
}

TEST_CASE("a key file without a row is refused if there are sealed sessions, and accepted if there are none") {
  const TempFolder folder;
  const std::string path = folder.file("e.db");
  open_sealed(path);
  write_bytes(path + ".keys", "");  // a process died before it created the table
  for (const char* suffix : {".keys-wal", ".keys-shm"}) fs::remove(path + suffix);
  say_hello(*open_sealed(path), "s1");
  RawSqlite(path + ".keys").run("DELETE FROM session_key; PRAGMA wal_checkpoint(TRUNCATE)");
  const DatabaseBytes before(path);
  require_refused(open_sqlite_store(path, encrypted_options()), ErrorCode::kStoreCorrupt, "e.db.keys: not a file of");
  RawSqlite(path + ".keys").run("DROP TABLE session_key; PRAGMA wal_checkpoint(TRUNCATE)");
  require_refused(open_sqlite_store(path, encrypted_options()), ErrorCode::kStoreCorrupt, "the file contains no key");
  CHECK(RawSqlite(path + ".keys").number("SELECT count(*) FROM sqlite_schema") == 0);
}

// The log ends after a whole frame. SQLite therefore reads it without noticing that later frames are missing.
TEST_CASE("when the key log is truncated, sessions without a key are errors and do not count as erased") {
  const TempFolder folder;
  const std::string path = folder.file("e.db"), copy = folder.file("copy.db");
  const auto store = open_sealed(path);
  for (int i = 0; i < 8; ++i) say_hello(*store, "s" + std::to_string(i));
  for (const char* suffix : {"", "-wal", ".keys", ".keys-wal"}) fs::copy_file(path + suffix, copy + suffix);
  const std::string log = bytes_of(copy + ".keys-wal");
  constexpr std::size_t kHead = 32, kFrame = 24 + 4096;
  REQUIRE((log.size() - kHead) / kFrame >= 8);
  std::size_t lost = 0;
  for (std::size_t frames = 1; kHead + frames * kFrame < log.size(); ++frames) {
    INFO("frames " << frames);
    write_bytes(copy + ".keys-wal", log.substr(0, kHead + frames * kFrame));
    const auto cut = open_sqlite_store(copy, encrypted_options());
    for (int i = 0; cut && i < 8; ++i) {
      const auto state = (*cut)->load("s" + std::to_string(i));
      if (state && !state->has_value()) FAIL("a session counts as erased");
      lost += state ? 0 : 1;
    }
    if (!cut) require_refused(cut, ErrorCode::kStoreCorrupt, "the file contains no key");
    for (const char* suffix : {".keys", ".keys-wal"})
      fs::copy_file(path + suffix, copy + suffix, fs::copy_options::overwrite_existing);
    fs::remove(copy + ".keys-shm");
  }
  CHECK(lost > 0);
}

TEST_CASE("the error for rotating the keys of an unencrypted database gives the reason") {
  const TempFolder folder;
  const std::string path = folder.file("clear.db");
  const std::string says = "clear.db: the database is not encrypted, so it has no session keys to rotate";
  (void)*open_sqlite_store(path);
  require_refused(rewrap_sqlite_keys(path, master_keys({"a"})), ErrorCode::kInvalidRequest, says);
  say_hello(**open_sqlite_store(path), "s1");
  require_refused(rewrap_sqlite_keys(path, master_keys({"a"})), ErrorCode::kInvalidRequest, says);
  CHECK_FALSE(fs::exists(path + ".keys"));
}

TEST_CASE("PostgreSQL: a key table without a row is refused if there are sealed sessions", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  PostgresOptions sealed;
  sealed.encryption = master_keys({"a"});
  say_hello(*database.open(sealed), "s1");
  RawPostgres(database.uri()).run("DELETE FROM parley_keys.session_key");
  require_refused(open_postgres_store(database.uri(), sealed), ErrorCode::kStoreCorrupt, "contains no key");
  require_refused(rewrap_postgres_keys(database.uri(), sealed.encryption), ErrorCode::kStoreCorrupt, "contains no key");
}

}  // namespace parley::test
