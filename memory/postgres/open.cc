// Opening a PostgreSQL store: look, refuse, migrate.
//
// Tested by tests/memory/postgres_store_test.cc.
#include <utility>

#include "memory/migration_history.h"
#include "memory/postgres/migrations.h"
#include "memory/postgres/store.h"

namespace parley {

namespace postgres = memory::postgres;

Result<std::shared_ptr<SessionStore>> open_postgres_store(const std::string& uri, PostgresOptions options) {
  auto connection = postgres::Connection::open(uri, options.timeout_ms);
  if (!connection) return Unexpected(connection.error());
  const auto migrations = postgres::read_migrations(*connection);
  if (!migrations) return Unexpected(migrations.error());
  // Most often there is nothing to do, and then it takes no lock and no right to change a schema.
  if (const auto all = memory::require_all_applied(*migrations); !all) {
    if (!options.migrate) return connection->failure(all.error().code, all.error().message);
    auto applied = postgres::apply_migrations(*connection, system_clock()->now());
    if (!applied) return Unexpected(applied.error());
  }
  return postgres::make_store(uri, options, std::move(*connection));
}

Result<std::vector<Migration>> postgres_migrations(const std::string& uri) {
  auto connection = postgres::Connection::open(uri, PostgresOptions().timeout_ms);
  if (!connection) return Unexpected(connection.error());
  return postgres::read_migrations(*connection);
}

Result<std::vector<int>> migrate_postgres(const std::string& uri) {
  auto connection = postgres::Connection::open(uri, PostgresOptions().timeout_ms);
  if (!connection) return Unexpected(connection.error());
  return postgres::apply_migrations(*connection, system_clock()->now());
}

}  // namespace parley
