// Options of a command that select its database: --db and --keys.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "parley/stores.h"

namespace CLI {
class App;
}

namespace parley::cli {

struct Database {
  std::string path;  // path of an SQLite file or a PostgreSQL URI; empty: in memory
  std::string keys;  // file of the master keys; empty: not encrypted
};

// Adds --keys, whose default is PARLEY_KEYS.
void add_keys(CLI::App& command, Database& database);
// Adds --db and --keys for an existing database.
void add_database(CLI::App& command, Database& database);

bool is_postgres(const std::string& path);

// Returns the files of the database, which a command must not overwrite. For PostgreSQL that is only the file of master
// keys.
std::vector<std::string> files_of(const Database& database);

// Opens a store. A missing SQLite file is created.
Result<std::shared_ptr<SessionStore>> open_store(const Database& database, SqliteOptions options = {});

// Opens a store for reading. A missing database is an error, and an older schema is not migrated.
Result<std::shared_ptr<SessionStore>> open_existing_store(const Database& database);
// Like open_existing_store(), without sessions past their retention. For commands that have no bot.
Result<std::shared_ptr<SessionStore>> open_retained_sessions(const Database& database);

// Returns an error if there is no database at `path`, so that a mistyped path does not create one.
Result<void> existing_database(const std::string& path);

// Return the schema versions, and apply the missing migrations. Only SQLite files have a trial run
// on a copy (rehearse_sqlite_migration()).
Result<std::vector<Migration>> migrations_of(const std::string& path);
Result<std::vector<int>> migrate_database(const Database& database);

// Encrypts the session keys again with the current master key, as rewrap_sqlite_keys() does.
Result<std::int64_t> rewrap_keys(const Database& database);

}  // namespace parley::cli
