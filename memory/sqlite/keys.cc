// Tested by tests/memory/sealed_store_test.cc.
#include "memory/sqlite/keys.h"

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include "memory/sqlite/database.h"
#include "memory/sqlite/database_id.h"
#include "memory/sqlite/settings.h"
#include "memory/sqlite/statements.h"

namespace parley::memory {
namespace {

constexpr char kCreate[] =
    "CREATE TABLE IF NOT EXISTS session_key (id TEXT PRIMARY KEY, master TEXT NOT NULL, key TEXT NOT NULL)"
    " WITHOUT ROWID, STRICT";
constexpr char kAny[] = "SELECT id FROM session_key LIMIT 1";
constexpr char kFind[] = "SELECT master, key FROM session_key WHERE id = ?1";
constexpr char kAdd[] = "INSERT INTO session_key (id, master, key) VALUES (?1, ?2, ?3)";
constexpr char kReplace[] = "UPDATE session_key SET master = ?2, key = ?3 WHERE id = ?1 AND master <> ''";
constexpr char kDestroy[] =
    "INSERT INTO session_key (id, master, key) VALUES (?1, ?2, ?3)"
    " ON CONFLICT (id) DO UPDATE SET master = excluded.master, key = excluded.key";
constexpr char kDiscard[] = "DELETE FROM session_key WHERE id = ?1 AND master <> ''";
constexpr char kWrappedBy[] = "SELECT id, master, key FROM session_key WHERE master = ?1 LIMIT ?2";
constexpr char kNotWrappedBy[] = "SELECT id, master, key FROM session_key WHERE master <> ?1 AND master <> '' LIMIT ?2";

class SqliteKeys final : public KeyTable {
 public:
  explicit SqliteKeys(Database database) : database_(std::move(database)) {}

  Result<void> prepare() {
    return database_.prepare({{find_, kFind},
                              {add_, kAdd},
                              {replace_, kReplace},
                              {destroy_, kDestroy},
                              {discard_, kDiscard},
                              {wrapped_by_, kWrappedBy},
                              {not_wrapped_by_, kNotWrappedBy},
                              {empty_log_, sql::kEmptyLog}});
  }

  Result<std::optional<WrappedKey>> find(std::string_view id) override {
    const std::lock_guard lock(mutex_);
    Rows rows = find_.query({id});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) return std::optional<WrappedKey>();
    return std::optional<WrappedKey>({std::string(id), std::string(rows.text(0)), std::string(rows.text(1))});
  }

  Result<void> add(const WrappedKey& key) override {
    const std::lock_guard lock(mutex_);
    return change([&] { return add_.run({key.id, key.master, key.key}); });
  }

  Result<void> replace(const WrappedKey& key) override {
    const std::lock_guard lock(mutex_);
    return change([&] { return replace_.run({key.id, key.master, key.key}); });
  }

  Result<void> destroy(const std::vector<WrappedKey>& tombstones) override {
    const std::lock_guard lock(mutex_);
    auto done = change([&]() -> Result<void> {
      for (const WrappedKey& each : tombstones) {
        if (auto gone = destroy_.run({each.id, each.master, each.key}); !gone) return gone;
      }
      return {};
    });
    return done ? empty_log() : done;
  }

  Result<void> discard(std::string_view id) override {
    const std::lock_guard lock(mutex_);
    return change([&] { return discard_.run({id}); });
  }

  std::string name() const override { return database_.path(); }

  Result<std::vector<WrappedKey>> wrapped_by(std::string_view master, std::size_t limit) override {
    return keys_in(wrapped_by_, master, limit);
  }

  Result<std::vector<WrappedKey>> not_wrapped_by(std::string_view master, std::size_t limit) override {
    return keys_in(not_wrapped_by_, master, limit);
  }

 private:
  Result<std::vector<WrappedKey>> keys_in(Statement& statement, std::string_view master, std::size_t limit) {
    const std::lock_guard lock(mutex_);
    Rows rows = statement.query({master, static_cast<std::int64_t>(limit)});
    std::vector<WrappedKey> keys;
    auto read = rows.each([&](const Rows& row) {
      keys.push_back({std::string(row.text(0)), std::string(row.text(1)), std::string(row.text(2))});
    });
    if (!read) return Unexpected(read.error());
    return keys;
  }

  // Runs make() in a transaction. The end of the transaction checks that the file is still in its place.
  template <class Change>
  Result<void> change(Change make) {
    auto transaction = Transaction::begin(database_);
    if (!transaction) return Unexpected(transaction.error());
    if (Result<void> made = make(); !made) return made;
    return transaction->commit();
  }

  Result<void> empty_log() {
    Rows rows = empty_log_.query();
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (*row && rows.number(0) != 0) {
      return database_.failure(
          ErrorCode::kStoreUnavailable,
          "the keys were destroyed, but another process is reading: they stay in the write-ahead log "
          "until erase is called again");
    }
    return {};
  }

  std::mutex mutex_;
  Database database_;
  Statement find_, add_, replace_, destroy_, discard_, wrapped_by_, not_wrapped_by_, empty_log_;
};

Result<std::string> first_text(const Database& database, const char* sql) {
  auto statement = database.prepare(sql);
  if (!statement) return Unexpected(statement.error());
  Rows rows = statement->query();
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row ? std::string(rows.text(0)) : std::string();
}

Unexpected damaged(const std::string& path, const std::string& why) {
  return Unexpected(ErrorCode::kStoreCorrupt,
                    path + ": not a file of session keys, or damaged (" + why +
                        "); restore it from a backup, and move away the -wal and -shm files next to it");
}

// SQLite would delete the log of an empty file, and the keys in it.
Result<void> check_not_empty(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored) || std::filesystem::file_size(path, ignored) > 0) return {};
  return damaged(path, "the file is empty");
}

// Reads the whole file, because a key written into a damaged file may be lost.
Result<void> check_sound(const Database& database, bool must_hold_keys) {
  const auto check = first_text(database, "PRAGMA quick_check(1)");
  if (!check && check.error().code != ErrorCode::kStoreCorrupt) return Unexpected(check.error());
  if (!check) return damaged(database.path(), "the file is cut off, or of another kind");
  if (*check != "ok") return damaged(database.path(), *check);
  // SQLite reads zeros when the last page is cut off.
  const auto page_size = first_text(database, "PRAGMA page_size");
  if (!page_size) return Unexpected(page_size.error());
  const std::int64_t bytes = std::strtoll(page_size->c_str(), nullptr, 10);
  if (bytes > 0 && database.file_size() % bytes != 0) return damaged(database.path(), "the last page is cut off");
  const auto tables = first_text(database, "SELECT group_concat(name) FROM sqlite_schema");
  if (!tables) return Unexpected(tables.error());
  if (!tables->empty() && *tables != "session_key") return damaged(database.path(), "the file has unknown tables");
  if (!must_hold_keys) return {};  // without a table: another process is about to create it
  const auto any = tables->empty() ? Result<std::string>("") : first_text(database, kAny);
  if (!any) return Unexpected(any.error());
  return any->empty() ? damaged(database.path(), "the file contains no key") : Result<void>();
}

}  // namespace

std::string sqlite_keys_path(const std::string& database) { return database + ".keys"; }

Result<std::unique_ptr<KeyTable>> open_sqlite_keys(const std::string& path, bool must_hold_keys,
                                                   std::chrono::milliseconds busy_timeout) {
  SqliteOptions options;
  options.busy_timeout = busy_timeout;
  if (must_hold_keys) {
    if (auto any = check_not_empty(path); !any) return Unexpected(any.error());
  }
  auto database = Database::open(path, Database::Missing::kCreate, busy_timeout);
  if (!database) return Unexpected(database.error());
  database->keep_log_when_closed(true);
  if (auto sound = check_sound(*database, must_hold_keys); !sound) return Unexpected(sound.error());
  database->keep_log_when_closed(false);
  if (auto set = apply_settings(*database, options); !set) return Unexpected(set.error());
  if (auto created = database->execute_patiently(kCreate, busy_timeout); !created) return Unexpected(created.error());
  if (auto has_id = ensure_database_id(*database); !has_id) return Unexpected(has_id.error());
  if (auto placed = database->check_in_place(); !placed) return Unexpected(placed.error());
  auto keys = std::make_unique<SqliteKeys>(std::move(*database));
  if (auto prepared = keys->prepare(); !prepared) return Unexpected(prepared.error());
  return std::unique_ptr<KeyTable>(std::move(keys));
}

}  // namespace parley::memory
