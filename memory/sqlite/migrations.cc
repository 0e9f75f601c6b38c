// Tested by tests/memory/sqlite_migrations_test.cc.
#include "memory/sqlite/migrations.h"

#include <optional>

#include "memory/migration_history.h"
#include "memory/sqlite/backup.h"
#include "memory/sqlite/handoff_migration.h"
#include "memory/sqlite/statements.h"
#include "memory/sqlite/turn_migration.h"

namespace parley::memory {
namespace {

constexpr char kCreateTable[] =
    "CREATE TABLE IF NOT EXISTS migration ("
    " version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT";

constexpr int kMovesTurns = 6;  // the version of 0006_turns.sql

// Returns how many tables of this name the database has; an empty name counts all tables.
Result<std::int64_t> count_tables(const Database& database, std::string_view name) {
  auto statement =
      database.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND (?1 = '' OR name = ?1)");
  if (!statement) return Unexpected(statement.error());
  Rows rows = statement->query({name});
  if (auto row = rows.next(); !row) return Unexpected(row.error());
  return rows.number(0);
}

std::string migration_in_words(std::int64_t version, std::string_view name) {
  return "migration " + std::to_string(version) + " (" + std::string(name) + ")";
}

// The number of rows of a table; unset if there is no such table.
Result<std::optional<std::int64_t>> count_rows(const Database& database, const char* table) {
  const auto there = count_tables(database, table);
  if (!there) return Unexpected(there.error());
  if (*there == 0) return std::optional<std::int64_t>();
  auto statement = database.prepare(std::string("SELECT count(*) FROM ") + table);
  if (!statement) return Unexpected(statement.error());
  Rows rows = statement->query();
  if (auto row = rows.next(); !row) return Unexpected(row.error());
  return std::optional<std::int64_t>(rows.number(0));
}

constexpr const char* kKeptTables[] = {"session", "message", "turn"};

// Returns the numbers of sessions, messages and turns.
Result<std::vector<std::optional<std::int64_t>>> count_rows(const Database& database) {
  std::vector<std::optional<std::int64_t>> counts;
  for (const char* table : kKeptTables) {
    const auto count = count_rows(database, table);
    if (!count) return Unexpected(count.error());
    counts.push_back(*count);
  }
  return counts;
}

// Returns true if a table that exists before and after has fewer rows. A migration that moves the rows of a table
// elsewhere counts them itself.
bool are_fewer(const std::vector<std::optional<std::int64_t>>& after,
               const std::vector<std::optional<std::int64_t>>& before) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] && after[i] && *after[i] < *before[i]) return true;
  }
  return false;
}

// Returns whether a row belongs to no session. The foreign keys find such rows, and kFindLostTurn finds such turns.
Result<bool> has_rows_of_no_session(const Database& database, std::int64_t version) {
  for (const char* sql : {"PRAGMA foreign_key_check", sql::kFindLostTurn}) {
    if (sql == sql::kFindLostTurn && version < kMovesTurns) continue;
    auto check = database.prepare(sql);
    if (!check) return Unexpected(check.error());
    Rows rows = check->query();
    auto found = rows.next();
    if (!found || *found) return found;
  }
  return false;
}

// Copies the database to "<path>.backup-v<version>". The caller holds the write lock, so the copy equals the current
// database.
Result<void> back_up(const Database& database, std::int64_t version, const TellEvent& tell) {
  const std::string path = database.path();
  const auto copy = backup_database(path, path + ".backup-v" + std::to_string(version));
  if (!copy) return Unexpected(copy.error());
  if (tell) tell({StoreEvent::Kind::kBackedUp, *copy});
  return {};
}

// Executes the SQL, and the part of a migration that SQL cannot express.
Result<void> execute(Database& database, const std::string& sql) {
  if (sql.find("-- FIND HANDED OFF\n") != std::string::npos) {
    const auto done = database.execute(sql);
    return done ? find_handed_off(database) : done;
  }
  constexpr std::string_view kMoveTurns = "-- MOVE TURNS\n";
  const auto at = sql.find(kMoveTurns);
  if (at == std::string::npos) return database.execute(sql);
  if (auto done = database.execute(sql.substr(0, at)); !done) return done;
  if (auto moved = move_turns(database); !moved) return moved;
  if (auto done = database.execute(sql.substr(at)); !done) return done;
  return index_moved_turns(database);
}

Result<void> run_sql(Database& database, const Migration& migration, std::string_view sql) {
  const auto before = count_rows(database);
  if (!before) return Unexpected(before.error());
  if (auto done = execute(database, std::string(kCreateTable) + ";\n" + std::string(sql)); !done) return done;
  const auto after = count_rows(database);
  if (!after) return Unexpected(after.error());
  if (are_fewer(*after, *before)) {
    return database.failure(ErrorCode::kStoreCorrupt, migration_in_words(migration.version, migration.name) +
                                                          " would lose rows; the database was not changed");
  }
  const auto broken = has_rows_of_no_session(database, migration.version);
  if (!broken) return Unexpected(broken.error());
  if (*broken) {
    return database.failure(ErrorCode::kStoreCorrupt,
                            migration_in_words(migration.version, migration.name) +
                                " found rows that belong to no session; the database was not changed");
  }
  return {};
}

// Returns false if another process has applied the migration in the meantime.
Result<bool> apply(Database& database, const Migration& migration, TimeMs now, bool back_up_first,
                   const TellEvent& tell) {
  auto transaction = Transaction::begin(database);
  if (!transaction) return Unexpected(transaction.error());
  const std::size_t index = static_cast<std::size_t>(migration.version) - 1;
  const auto seen = read_migrations(database);
  if (!seen) return Unexpected(seen.error());
  if ((*seen)[index].applied) return false;
  if (back_up_first) {
    if (auto done = back_up(database, migration.version - 1, tell); !done) return Unexpected(done.error());
  }
  if (auto done = run_sql(database, migration, shipped::sqlite_migrations()[index].sql); !done) {
    return Unexpected(done.error());
  }
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
  const auto tables = count_tables(database, "");
  if (!tables) return Unexpected(tables.error());
  if (*tables == 0) return none_applied(shipped::sqlite_migrations());
  const auto history = count_tables(database, "migration");
  if (!history) return Unexpected(history.error());
  if (*history == 0) {
    return database.failure(ErrorCode::kStoreCorrupt,
                            "this SQLite database was not created by parley; name another file");
  }

  auto statement = database.prepare("SELECT version, name, checksum, applied_ms FROM migration ORDER BY version");
  if (!statement) return Unexpected(statement.error());
  Rows rows = statement->query();
  std::vector<RecordedMigration> recorded;
  for (;;) {
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) break;
    recorded.push_back({rows.number(0), std::string(rows.text(1)), std::string(rows.text(2)), rows.number(3)});
  }
  auto migrations = compare_history(shipped::sqlite_migrations(), recorded);
  if (!migrations) return database.failure(migrations.error().code, migrations.error().message);
  return migrations;
}

Result<void> create_schema(Database& database, int version) {
  for (const ShippedMigration& migration : shipped::sqlite_migrations()) {
    if (migration.version > version) break;
    if (auto done = execute(database, std::string(migration.sql)); !done) return done;
  }
  return {};
}

Result<std::vector<int>> apply_migrations(Database& database, TimeMs now, const TellEvent& tell) {
  const auto seen = read_migrations(database);
  if (!seen) return Unexpected(seen.error());
  std::vector<int> applied;
  // To replace a table, a migration drops it. With foreign keys on, this would also delete the rows that refer to it.
  if (auto off = database.execute("PRAGMA foreign_keys = 0"); !off) return Unexpected(off.error());
  for (const Migration& migration : *seen) {
    if (migration.applied) continue;
    const bool first_of_old = migration.version > 1 && applied.empty() && seen->front().applied;
    const auto here = apply(database, migration, now, first_of_old, tell);
    if (!here) return Unexpected(here.error());
    if (*here) applied.push_back(migration.version);
  }
  if (auto on = database.execute("PRAGMA foreign_keys = 1"); !on) return Unexpected(on.error());
  if (!applied.empty() && seen->front().applied && tell) tell({StoreEvent::Kind::kMigrated, database.path()});
  return applied;
}

}  // namespace parley::memory
