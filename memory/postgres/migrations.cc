// Tested by tests/memory/postgres_store_test.cc.
#include "memory/postgres/migrations.h"

#include <algorithm>
#include <string>
#include <utility>

#include "memory/migration_history.h"

namespace parley::memory::postgres {
namespace {

// A migration has no time limit; the wait for another process's migration is limited by lock_timeout. The lock number
// is "parley" in ASCII, so other programs are unlikely to use it.
constexpr char kBegin[] = "BEGIN; SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(123563833845113)";

constexpr char kCreateHistory[] =
    "CREATE SCHEMA IF NOT EXISTS parley;"
    "CREATE TABLE IF NOT EXISTS migration ("
    " version bigint PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_ms bigint NOT NULL);";

// Returns the number of objects in the schema `parley`, and whether the history table exists.
constexpr Statement kSelectVersion = {
    "",
    "SELECT (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace('parley')),"
    " (to_regclass('parley.migration') IS NOT NULL)::int::bigint"};

constexpr Statement kReadHistory = {"", "SELECT version, name, checksum, applied_ms FROM migration ORDER BY version"};

constexpr Statement kRecord = {"",
                               "INSERT INTO migration (version, name, checksum, applied_ms) VALUES ($1, $2, $3, $4)"};

Result<Rows> query(Connection& connection, const Statement& statement, std::vector<Bound> values = {}) {
  const Call call = {&statement, std::move(values)};
  auto rows = connection.run({&call});
  if (!rows) return Unexpected(rows.error());
  return std::move(rows->front());
}

// Applies the first missing migration, inside a transaction, and returns its version. 0: no migration is missing.
Result<int> apply_next(Connection& connection, TimeMs now) {
  const auto seen = read_migrations(connection);
  if (!seen) return Unexpected(seen.error());
  const auto next = std::find_if(seen->begin(), seen->end(), [](const Migration& each) { return !each.applied; });
  if (next == seen->end()) return 0;
  const char* sql = shipped::postgres_migrations()[static_cast<std::size_t>(next->version) - 1].sql;
  if (auto done = connection.run_script(std::string(kCreateHistory) + sql); !done) return Unexpected(done.error());
  auto recorded = query(connection, kRecord,
                        {std::int64_t{next->version}, Bound::text(next->name), Bound::text(next->checksum), now});
  if (!recorded) return Unexpected(recorded.error());
  return next->version;
}

}  // namespace

Result<std::vector<Migration>> read_migrations(Connection& connection) {
  const auto look = query(connection, kSelectVersion);
  if (!look) return Unexpected(look.error());
  if (look->number(0, 0) == 0) return none_applied(shipped::postgres_migrations());
  if (look->number(0, 1) == 0) {
    return connection.failure(ErrorCode::kStoreCorrupt,
                              "the schema 'parley' was not created by parley; use another database");
  }
  const auto rows = query(connection, kReadHistory);
  if (!rows) return Unexpected(rows.error());
  std::vector<RecordedMigration> recorded;
  for (int row = 0; row < rows->count(); ++row) {
    recorded.push_back(
        {rows->number(row, 0), std::string(rows->text(row, 1)), std::string(rows->text(row, 2)), rows->number(row, 3)});
  }
  auto migrations = compare_history(shipped::postgres_migrations(), recorded);
  if (!migrations) return connection.failure(migrations.error().code, migrations.error().message);
  return migrations;
}

Result<std::vector<int>> apply_migrations(Connection& connection, TimeMs now) {
  std::vector<int> applied;
  for (;;) {
    const auto begun = connection.run_script(kBegin);
    const Result<int> version = begun ? apply_next(connection, now) : Unexpected(begun.error());
    const auto ended = connection.run_script(version ? "COMMIT" : "ROLLBACK");
    if (!version) return Unexpected(version.error());
    if (!ended) return Unexpected(ended.error());
    if (*version == 0) return applied;
    applied.push_back(*version);
  }
}

}  // namespace parley::memory::postgres
