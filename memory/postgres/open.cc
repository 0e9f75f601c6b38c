// Opens a PostgreSQL store: inspects the database, rejects or migrates it, and adds encryption.
//
// Tested by tests/memory/postgres_store_test.cc.
#include <utility>

#include "memory/encryption/opening.h"
#include "memory/encryption/sealed_store.h"
#include "memory/migration_history.h"
#include "memory/postgres/keys.h"
#include "memory/postgres/migrations.h"
#include "memory/postgres/store.h"

namespace parley {

namespace postgres = memory::postgres;

namespace {

// Checks the database before anything is changed.
Result<memory::Outside> check_may_open(postgres::Connection& connection, bool with_keys) {
  auto outside = postgres::look_outside(connection);
  if (!outside) return outside;
  const std::string& name = connection.name();
  auto may = memory::check_may_open(*outside, with_keys, name, name + ", schema parley_keys");
  return may ? std::move(outside) : Unexpected(may.error());
}

// Opens the session keys, and checks that these master keys wrapped them. `outside` describes the database.
Result<std::unique_ptr<memory::Keyring>> open_keyring(const std::string& uri, const PostgresOptions& options,
                                                      const memory::Outside& outside) {
  auto keys = postgres::open_keys(uri, options, outside);
  if (!keys) return Unexpected(keys.error());
  auto keyring = std::make_unique<memory::Keyring>(options.encryption, std::move(*keys));
  if (auto good = keyring->check_master_keys(); !good) return Unexpected(good.error());
  return keyring;
}

}  // namespace

Result<std::shared_ptr<SessionStore>> open_postgres_store(const std::string& uri, PostgresOptions options) {
  auto connection = postgres::Connection::open(uri, options.timeout);
  if (!connection) return Unexpected(connection.error());
  const auto migrations = postgres::read_migrations(*connection);
  if (!migrations) return Unexpected(migrations.error());
  const auto outside = check_may_open(*connection, options.encryption != nullptr);
  if (!outside) return Unexpected(outside.error());
  // The tables of the keys refer to none of the schema, so wrong master keys are refused before a migration.
  std::unique_ptr<memory::Keyring> keyring;
  const auto open_keys = [&]() -> Result<void> {
    auto opened = open_keyring(uri, options, *outside);
    if (opened) keyring = std::move(*opened);
    return opened ? Result<void>() : Unexpected(opened.error());
  };
  if (options.encryption && outside->has_keys) {
    if (auto opened = open_keys(); !opened) return Unexpected(opened.error());
  }
  // Usually no migration is missing. Opening the database then needs no lock and no right to change a schema.
  if (const auto all = memory::require_all_applied(*migrations); !all) {
    if (!options.migrate) return connection->failure(all.error().code, all.error().message);
    auto applied = postgres::apply_migrations(*connection, create_system_clock()->now());
    if (!applied) return Unexpected(applied.error());
  }
  auto store = postgres::make_store(uri, options, std::move(*connection));
  if (!options.encryption) return store;
  if (!keyring) {
    if (auto opened = open_keys(); !opened) return Unexpected(opened.error());
  }
  return memory::sealed_store(std::move(store), std::move(keyring));
}

Result<std::int64_t> rewrap_postgres_keys(const std::string& uri, std::shared_ptr<const Encryption> encryption) {
  auto connection = postgres::Connection::open(uri, PostgresOptions().timeout);
  if (!connection) return Unexpected(connection.error());
  const auto outside = check_may_open(*connection, /*with_keys=*/true);
  if (!outside) return Unexpected(outside.error());
  if (!outside->has_keys)
    return connection->failure(ErrorCode::kInvalidRequest, "the database is not encrypted, so it has no keys");
  PostgresOptions options;
  options.encryption = std::move(encryption);
  auto keyring = open_keyring(uri, options, *outside);
  if (!keyring) return Unexpected(keyring.error());
  return (*keyring)->rewrap();
}

Result<std::vector<Migration>> postgres_migrations(const std::string& uri) {
  auto connection = postgres::Connection::open(uri, PostgresOptions().timeout);
  if (!connection) return Unexpected(connection.error());
  return postgres::read_migrations(*connection);
}

Result<std::vector<int>> migrate_postgres(const std::string& uri, const PostgresOptions& options) {
  auto connection = postgres::Connection::open(uri, options.timeout);
  if (!connection) return Unexpected(connection.error());
  const auto outside = check_may_open(*connection, options.encryption != nullptr);
  if (!outside) return Unexpected(outside.error());
  if (options.encryption && outside->has_keys) {
    const auto keyring = open_keyring(uri, options, *outside);
    if (!keyring) return Unexpected(keyring.error());
  }
  return postgres::apply_migrations(*connection, create_system_clock()->now());
}

}  // namespace parley
