// Opens a SQLite store: inspects the file, rejects or salvages it, applies settings and migrations, and adds
// encryption.
//
// Tested by tests/memory/sqlite_store_test.cc and sqlite_migrations_test.cc.
#include <algorithm>
#include <utility>

#include "memory/encryption/opening.h"
#include "memory/encryption/sealed_store.h"
#include "memory/migration_history.h"
#include "memory/sqlite/backup.h"
#include "memory/sqlite/database_id.h"
#include "memory/sqlite/encryption_mark.h"
#include "memory/sqlite/files.h"
#include "memory/sqlite/keys.h"
#include "memory/sqlite/migrations.h"
#include "memory/sqlite/salvage.h"
#include "memory/sqlite/settings.h"
#include "memory/sqlite/store.h"

namespace parley {
namespace {

using memory::Database;
using memory::Outside;

Result<void> check_may_open(const Outside& outside, const std::string& path, const SqliteOptions& options) {
  return memory::check_may_open(outside, options.encryption != nullptr, path, memory::sqlite_keys_path(path));
}

// Inspects the database before changing it, so that a rejected database stays as it was.
Result<Database> open_database(const std::string& path, const SqliteOptions& options, Outside* seen = nullptr) {
  const auto missing = options.migrate ? Database::Missing::kCreate : Database::Missing::kFail;
  auto database = Database::open(path, missing, options.busy_timeout);
  if (!database) return database;
  const auto migrations = memory::read_migrations(*database);
  if (!migrations) return Unexpected(migrations.error());
  if (!options.migrate) {
    const auto all = memory::require_all_applied(*migrations);
    if (!all) return database->failure(all.error().code, all.error().message);
  }
  const auto outside = memory::look_outside(*database, path);
  if (!outside) return Unexpected(outside.error());
  if (auto may = check_may_open(*outside, path, options); !may) return Unexpected(may.error());
  if (seen) *seen = *outside;
  if (database->read_only()) return database->failure(ErrorCode::kStoreUnavailable, "the database is read-only");
  if (auto set = memory::apply_settings(*database, options); !set) return Unexpected(set.error());
  return database;
}

Result<void> ensure_sound(const std::string& path, const SqliteOptions& options) {
  const auto damaged = memory::is_damaged(path, options);
  if (!damaged) return Unexpected(damaged.error());
  if (!*damaged) return {};
  const auto salvaged = memory::salvage(path, options);
  if (salvaged) return {};
  // Another process may have salvaged the file in the meantime.
  const auto still = memory::is_damaged(path, options);
  return still && !*still ? Result<void>() : Unexpected(salvaged.error());
}

// Opens the session keys, and checks that these master keys wrapped them. `outside` describes the database.
Result<std::unique_ptr<memory::Keyring>> open_keyring(const std::string& path, const Outside& outside,
                                                      std::shared_ptr<const Encryption> encryption,
                                                      std::chrono::milliseconds busy_timeout) {
  auto keys = memory::open_sqlite_keys(memory::sqlite_keys_path(path), outside.has_sealed, busy_timeout);
  if (!keys) return Unexpected(keys.error());
  auto keyring = std::make_unique<memory::Keyring>(std::move(encryption), std::move(*keys));
  if (auto good = keyring->check_master_keys(); !good) return Unexpected(good.error());
  return keyring;
}

// Opens a second connection, so that readers do not wait for a commit.
Result<Database> open_to_read(const std::string& path, const SqliteOptions& options) {
  auto database = Database::open(path, Database::Missing::kFail, options.busy_timeout);
  if (!database) return database;
  if (auto set = memory::apply_settings(*database, options); !set) return Unexpected(set.error());
  if (auto set = database->execute("PRAGMA query_only = 1"); !set) return Unexpected(set.error());
  if (auto same = database->check_not_overwritten(); !same) return Unexpected(same.error());
  return database;
}

// Opens a copy that serves no sessions. Only its schema matters, so it needs no keys.
Result<Database> open_rehearsal(const std::string& copy) {
  auto database = Database::open(copy, Database::Missing::kFail, SqliteOptions().busy_timeout);
  if (!database) return database;
  if (auto set = memory::apply_settings(*database, SqliteOptions()); !set) return Unexpected(set.error());
  return database;
}

}  // namespace

Result<std::shared_ptr<SessionStore>> open_sqlite_store(const std::string& path, const SqliteOptions& options) {
  Outside beside;  // inspected before a damaged file is salvaged or a missing file is created
  beside.has_keys = memory::file_exists(memory::sqlite_keys_path(path));
  if (auto may = check_may_open(beside, path, options); !may) return Unexpected(may.error());
  if (options.on_damage == SqliteOptions::OnDamage::kSalvage) {
    if (auto sound = ensure_sound(path, options); !sound) return Unexpected(sound.error());
  }
  Outside outside;
  auto writes = open_database(path, options, &outside);
  if (!writes) return Unexpected(writes.error());
  std::unique_ptr<memory::Keyring> keyring;
  if (options.encryption) {
    auto opened = open_keyring(path, outside, options.encryption, options.busy_timeout);
    if (!opened) return Unexpected(opened.error());
    keyring = std::move(*opened);
  }
  if (options.migrate) {
    auto applied = memory::apply_migrations(*writes, create_system_clock()->now(), options.on_event);
    if (!applied) return Unexpected(applied.error());
    if (auto has_id = memory::ensure_database_id(*writes); !has_id) return Unexpected(has_id.error());
  }
  if (auto placed = writes->check_in_place(); !placed) return Unexpected(placed.error());
  if (auto same = writes->check_not_overwritten(); !same) return Unexpected(same.error());
  if (options.encryption) {
    if (auto marked = memory::mark_encrypted(*writes); !marked) return Unexpected(marked.error());
  }
  auto reads = open_to_read(path, options);
  if (!reads) return Unexpected(reads.error());
  memory::SettlingPolicy settling{
      std::max<std::size_t>(options.unsettled_sessions, 1), options.settle_in_background, options.encryption == nullptr,
      [path = std::string(writes->path()), options] { return open_to_read(path, options); }};
  auto store = memory::make_sqlite_store(std::move(*writes), std::move(*reads), std::move(settling));
  if (!store || !keyring) return store;
  return memory::sealed_store(std::move(*store), std::move(keyring));
}

Result<std::int64_t> rewrap_sqlite_keys(const std::string& path, std::shared_ptr<const Encryption> encryption) {
  const std::string keys_path = memory::sqlite_keys_path(path);
  const std::chrono::milliseconds busy_timeout = SqliteOptions().busy_timeout;
  if (!memory::file_exists(path))
    return Unexpected(ErrorCode::kFileUnreadable, "cannot open '" + path + "': no such file or directory");
  const auto database = Database::open(path, Database::Missing::kFail, busy_timeout);
  if (!database) return Unexpected(database.error());
  const auto outside = memory::look_outside(*database, path);
  if (!outside) return Unexpected(outside.error());
  if (!outside->is_marked && !outside->has_sealed && (outside->has_clear || !outside->has_keys)) {
    return database->failure(ErrorCode::kInvalidRequest,
                             "the database is not encrypted, so it has no session keys to rotate");
  }
  if (!outside->has_keys) return memory::missing_keys(path, keys_path);
  auto keyring = open_keyring(path, *outside, std::move(encryption), busy_timeout);
  if (!keyring) return Unexpected(keyring.error());
  return (*keyring)->rewrap();
}

Result<std::vector<Migration>> sqlite_migrations(const std::string& path) {
  const auto database = Database::open(path, Database::Missing::kFail, SqliteOptions().busy_timeout);
  if (!database) return Unexpected(database.error());
  return memory::read_migrations(*database);
}

Result<std::vector<int>> migrate_sqlite(const std::string& path, const SqliteOptions& options) {
  Outside outside;
  auto database = open_database(path, options, &outside);
  if (!database) return Unexpected(database.error());
  if (options.encryption && outside.has_keys) {
    const auto keyring = open_keyring(path, outside, options.encryption, options.busy_timeout);
    if (!keyring) return Unexpected(keyring.error());
  }
  return memory::apply_migrations(*database, create_system_clock()->now(), options.on_event);
}

Result<std::vector<int>> rehearse_sqlite_migration(const std::string& path) {
  // The copy is next to the database, and not in a shared temporary folder.
  const auto copy = memory::backup_database(path, path + ".rehearsal");
  if (!copy) return Unexpected(copy.error());
  auto applied = [&]() -> Result<std::vector<int>> {
    auto database = open_rehearsal(*copy);
    if (!database) return Unexpected(database.error());
    return memory::apply_migrations(*database, create_system_clock()->now(), [](const StoreEvent& event) {
      if (event.kind == StoreEvent::Kind::kBackedUp) memory::remove_database(event.path);
    });
  }();
  memory::remove_database(*copy);
  return applied;
}

Result<SalvageReport> salvage_sqlite(const std::string& path, const SqliteOptions& options) {
  return memory::salvage(path, options);
}

}  // namespace parley
