// Opening a PostgreSQL store: look, refuse, migrate, seal.
//
// Tested by tests/memory/postgres_store_test.cc.
#include <utility>

#include "memory/encryption/sealed_store.h"
#include "memory/migration_history.h"
#include "memory/postgres/keys.h"
#include "memory/postgres/migrations.h"
#include "memory/postgres/store.h"

namespace parley {

namespace postgres = memory::postgres;

namespace {

Result<std::shared_ptr<SessionStore>> sealed(const std::string& uri, const PostgresOptions& options,
                                             std::shared_ptr<SessionStore> store) {
  if (const auto empty = memory::check_no_sessions(*store); !empty) {
    auto connection = postgres::Connection::open(uri, options.timeout_ms);
    if (!connection) return Unexpected(connection.error());
    const auto has_keys = postgres::has_keys(*connection);
    if (!has_keys) return Unexpected(has_keys.error());
    if (!*has_keys) return connection->failure(empty.error().code, empty.error().message);
  }
  auto keys = postgres::open_keys(uri, options);
  if (!keys) return Unexpected(keys.error());
  return memory::sealed_store(std::move(store), std::make_unique<memory::Vault>(options.encryption, std::move(*keys)));
}

}  // namespace

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
  if (!options.encryption) {
    const auto has_keys = postgres::has_keys(*connection);
    if (!has_keys) return Unexpected(has_keys.error());
    if (*has_keys) return memory::needs_its_keys(connection->name());
  }
  auto store = postgres::make_store(uri, options, std::move(*connection));
  if (options.encryption) return sealed(uri, options, std::move(store));
  return store;
}

Result<std::int64_t> rewrap_postgres_keys(const std::string& uri, std::shared_ptr<const Encryption> encryption) {
  auto keys = postgres::open_keys(uri, {});
  if (!keys) return Unexpected(keys.error());
  return memory::Vault(std::move(encryption), std::move(*keys)).rewrap();
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
