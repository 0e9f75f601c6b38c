// Opening a SQLite store: look, refuse or set, migrate.
//
// Tested by tests/memory/sqlite_store_test.cc and sqlite_migrations_test.cc.
#include <utility>

#include "memory/sqlite_migrations.h"
#include "memory/sqlite_settings.h"
#include "memory/sqlite_store.h"

namespace parley {
namespace {

using memory::Database;

Result<void> require_all_applied(const Database& database, const std::vector<Migration>& migrations) {
  for (const Migration& migration : migrations) {
    if (migration.applied) continue;
    return database.failure(ErrorCode::kStoreUnavailable, "needs migration " + std::to_string(migration.version) +
                                                              " (" + migration.name + "), and may not be migrated");
  }
  return {};
}

// Looks before it touches: a database that is refused is left as it was.
Result<Database> open_database(const std::string& path, const SqliteOptions& options) {
  const auto missing = options.migrate ? Database::Missing::kCreate : Database::Missing::kFail;
  auto database = Database::open(path, missing, options.busy_timeout_ms);
  if (!database) return database;
  const auto migrations = memory::read_migrations(*database);
  if (!migrations) return Unexpected(migrations.error());
  if (!options.migrate) {
    if (auto all = require_all_applied(*database, *migrations); !all) return Unexpected(all.error());
  }
  if (database->read_only()) return database->failure(ErrorCode::kStoreUnavailable, "is read-only");
  if (auto set = memory::apply_settings(*database, options); !set) return Unexpected(set.error());
  return database;
}

}  // namespace

Result<std::shared_ptr<SessionStore>> open_sqlite_store(const std::string& path, SqliteOptions options) {
  auto database = open_database(path, options);
  if (!database) return Unexpected(database.error());
  if (options.migrate) {
    auto applied = memory::apply_migrations(*database, system_clock()->now());
    if (!applied) return Unexpected(applied.error());
  }
  return memory::make_sqlite_store(std::move(*database));
}

Result<std::vector<Migration>> sqlite_migrations(const std::string& path) {
  const auto database = Database::open(path, Database::Missing::kFail, SqliteOptions().busy_timeout_ms);
  if (!database) return Unexpected(database.error());
  return memory::read_migrations(*database);
}

Result<std::vector<int>> migrate_sqlite(const std::string& path) {
  auto database = open_database(path, {});
  if (!database) return Unexpected(database.error());
  return memory::apply_migrations(*database, system_clock()->now());
}

}  // namespace parley
