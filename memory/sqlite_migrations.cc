#include "memory/sqlite_migrations.h"

#include "base/hash.h"

namespace parley::memory {
namespace {

constexpr char kCreateTable[] =
    "CREATE TABLE IF NOT EXISTS migration ("
    " version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT";

// How many tables of this name (any name, when empty) the database has.
Result<std::int64_t> count_tables(const Database& database, std::string_view name) {
  auto statement =
      database.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND (?1 = '' OR name = ?1)");
  if (!statement) return Unexpected(statement.error());
  Rows rows = statement->query({name});
  if (auto row = rows.next(); !row) return Unexpected(row.error());
  return rows.number(0);
}

std::string label(std::int64_t version, std::string_view name) {
  return "migration " + std::to_string(version) + " (" + std::string(name) + ")";
}

// False: another process was faster.
Result<bool> apply(Database& database, const Migration& migration, TimeMs now) {
  auto transaction = Transaction::begin(database);
  if (!transaction) return Unexpected(transaction.error());
  const std::size_t index = static_cast<std::size_t>(migration.version) - 1;
  const auto seen = read_migrations(database);
  if (!seen) return Unexpected(seen.error());
  if ((*seen)[index].applied) return false;

  const std::string sql = std::string(kCreateTable) + ";\n" + shipped_migrations()[index].sql;
  if (auto done = database.execute(sql); !done) return Unexpected(done.error());
  auto record = database.prepare("INSERT INTO migration (version, name, checksum, applied_ms) VALUES (?1, ?2, ?3, ?4)");
  if (!record) return Unexpected(record.error());
  if (auto done = record->run({migration.version, migration.name, migration.checksum, now}); !done) {
    return Unexpected(done.error());
  }
  if (auto done = transaction->commit(); !done) return Unexpected(done.error());
  return true;
}

}  // namespace

Result<std::vector<Migration>> read_migrations(const Database& database) {
  std::vector<Migration> migrations;
  for (const ShippedMigration& shipped : shipped_migrations()) {
    migrations.push_back({shipped.version, shipped.name, base::fingerprint(shipped.sql), false, 0});
  }
  const auto tables = count_tables(database, "");
  if (!tables) return Unexpected(tables.error());
  if (*tables == 0) return migrations;
  const auto recorded = count_tables(database, "migration");
  if (!recorded) return Unexpected(recorded.error());
  if (*recorded == 0) {
    return database.failure(ErrorCode::kStoreCorrupt, "is a SQLite database, but not one of parley's");
  }

  auto statement = database.prepare("SELECT version, name, checksum, applied_ms FROM migration ORDER BY version");
  if (!statement) return Unexpected(statement.error());
  Rows rows = statement->query();
  for (std::size_t seen = 0;; ++seen) {
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) return migrations;
    const std::int64_t version = rows.number(0);
    if (version > static_cast<std::int64_t>(migrations.size())) {
      return database.failure(ErrorCode::kStoreTooNew, "was written by a newer parley: it has seen " +
                                                           label(version, rows.text(1)) + ", this one knows " +
                                                           std::to_string(migrations.size()));
    }
    if (version != static_cast<std::int64_t>(seen) + 1) {
      return database.failure(ErrorCode::kStoreCorrupt,
                              "has seen " + label(version, rows.text(1)) + " without the one before it");
    }
    Migration& migration = migrations[seen];
    if (rows.text(2) != migration.checksum) {
      return database.failure(ErrorCode::kStoreCorrupt,
                              label(version, rows.text(1)) + " is not the one this parley ships: checksums differ");
    }
    migration.applied = true;
    migration.applied_at = rows.number(3);
  }
}

Result<std::vector<int>> apply_migrations(Database& database, TimeMs now) {
  const auto seen = read_migrations(database);
  if (!seen) return Unexpected(seen.error());
  std::vector<int> applied;
  for (const Migration& migration : *seen) {
    if (migration.applied) continue;
    const auto here = apply(database, migration, now);
    if (!here) return Unexpected(here.error());
    if (*here) applied.push_back(migration.version);
  }
  return applied;
}

}  // namespace parley::memory
