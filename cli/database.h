// The database that a command works on: --db and --keys.
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
  std::string path;  // an SQLite file's, or a URI of PostgreSQL's; empty: in memory
  std::string keys;  // the file of the master keys; empty: it is not encrypted
};

// --keys, or PARLEY_KEYS in the environment.
void add_keys(CLI::App& command, Database& database);
// Both, of a database that is there.
void add_database(CLI::App& command, Database& database);

bool is_postgres(const std::string& path);

// The files of the database, which nothing else may be written to: none of PostgreSQL's, but that of the master keys.
std::vector<std::string> files_of(const Database& database);

// An SQLite file is made when it is not there.
Result<std::shared_ptr<SessionStore>> open_store(const Database& database, SqliteOptions options = {});

// For looking at: one that is not there is an error, one of an older parley is not migrated.
Result<std::shared_ptr<SessionStore>> open_existing_store(const Database& database);
// The same without the sessions that are past their retention, for commands that know no bot.
Result<std::shared_ptr<SessionStore>> open_retained_sessions(const Database& database);

// An error when there is no database at `path`: a mistyped path must not become a new, empty one.
Result<void> existing_database(const std::string& path);

// The schema's versions, and applying what is missing of them. A rehearsal is with a copy, of an SQLite file only.
Result<std::vector<Migration>> migrations_of(const std::string& path);
Result<std::vector<int>> migrate_database(const Database& database);

// With the current master key, as rewrap_sqlite_keys does.
Result<std::int64_t> rewrap_keys(const Database& database);

}  // namespace parley::cli
