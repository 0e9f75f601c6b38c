// Tested by tests/cli/sessions_test.
#include "cli/database.h"

#include <filesystem>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/errors.h"
#include "parley/sessions.h"

namespace parley::cli {
namespace {

Result<std::shared_ptr<const Encryption>> encryption_of(const Database& database) {
  if (database.keys.empty()) return std::shared_ptr<const Encryption>();
  return load_encryption(database.keys);
}

PostgresOptions postgres_options(const SqliteOptions& options) {
  PostgresOptions postgres;
  postgres.migrate = options.migrate;
  postgres.encryption = options.encryption;
  return postgres;
}

Result<std::shared_ptr<SessionStore>> open(const Database& database, SqliteOptions options) {
  auto encryption = encryption_of(database);
  if (!encryption) return Unexpected(encryption.error());
  options.encryption = std::move(*encryption);
  return is_postgres(database.path) ? open_postgres_store(database.path, postgres_options(options))
                                    : open_sqlite_store(database.path, options);
}

}  // namespace

void add_keys(CLI::App& command, Database& database) {
  command
      .add_option("--keys", database.keys,
                  "Master keys of an encrypted database (see `parley keys`; default: PARLEY_KEYS)")
      ->type_name("FILE")
      ->envname("PARLEY_KEYS");
}

void add_database(CLI::App& command, Database& database) {
  command.add_option("--db", database.path, "The SQLite file, or postgresql://...")->required()->type_name("PATH");
  add_keys(command, database);
}

bool is_postgres(const std::string& path) {
  return path.rfind("postgres://", 0) == 0 || path.rfind("postgresql://", 0) == 0;
}

std::vector<std::string> files_of(const Database& database) {
  std::vector<std::string> files;
  if (!database.keys.empty()) files.push_back(database.keys);
  if (database.path.empty() || is_postgres(database.path)) return files;
  for (const char* file : {"", ".keys"}) {
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) files.push_back(database.path + file + suffix);
  }
  return files;
}

Result<std::shared_ptr<SessionStore>> open_store(const Database& database, SqliteOptions options) {
  if (database.path.empty()) return create_memory_store();
  return open(database, std::move(options));
}

Result<std::shared_ptr<SessionStore>> open_existing_store(const Database& database) {
  if (auto exists = existing_database(database.path); !exists) return Unexpected(exists.error());
  SqliteOptions options;
  options.migrate = false;
  return open(database, std::move(options));
}

Result<std::shared_ptr<SessionStore>> open_retained_sessions(const Database& database) {
  auto store = open_existing_store(database);
  if (!store) return store;
  return without_past_retention(std::move(*store), create_system_clock());
}

Result<void> existing_database(const std::string& path) {
  std::error_code ignored;
  // PostgreSQL never creates a missing database.
  if (is_postgres(path) || std::filesystem::exists(path, ignored)) return {};
  return Unexpected(ErrorCode::kFileUnreadable, fmt::format("database '{}' not found", path));
}

Result<std::vector<Migration>> migrations_of(const std::string& path) {
  return is_postgres(path) ? postgres_migrations(path) : sqlite_migrations(path);
}

Result<std::vector<int>> migrate_database(const Database& database) {
  auto encryption = encryption_of(database);
  if (!encryption) return Unexpected(encryption.error());
  SqliteOptions options;
  options.encryption = std::move(*encryption);
  return is_postgres(database.path) ? migrate_postgres(database.path, postgres_options(options))
                                    : migrate_sqlite(database.path, options);
}

Result<std::int64_t> rewrap_keys(const Database& database) {
  if (auto exists = existing_database(database.path); !exists) return Unexpected(exists.error());
  if (database.keys.empty()) return usage_error("missing master keys; add --keys FILE");
  auto encryption = encryption_of(database);
  if (!encryption) return Unexpected(encryption.error());
  return is_postgres(database.path) ? rewrap_postgres_keys(database.path, std::move(*encryption))
                                    : rewrap_sqlite_keys(database.path, std::move(*encryption));
}

}  // namespace parley::cli
