// Migrates the schema of a SQLite database. The migrations are numbered SQL files in the library, and a table in the
// database records the applied ones.
//
// Invariants
//   1. A migration and its entry in the table are one transaction, so a schema is never between versions.
//   2. The table alone decides which migrations a database has applied.
//   3. A shipped migration never changes: its checksum is in every database that has applied it.
//   4. A database with content is copied before it is changed. It has as many sessions, messages and turns after a
//      migration as before.
#pragma once

#include <functional>
#include <vector>

#include "memory/shipped_migrations.h"
#include "memory/sqlite/database.h"
#include "parley/stores.h"

namespace parley::memory {

// Returns all shipped migrations, each with its entry in the database. Writes nothing. kStoreTooNew: the database has
// recorded a newer migration. kStoreCorrupt: the records differ, or another program created the database.
Result<std::vector<Migration>> read_migrations(const Database& database);

// Applies missing migrations. Returns the versions that this call applied.
using TellEvent = std::function<void(const StoreEvent&)>;
Result<std::vector<int>> apply_migrations(Database& database, TimeMs now, const TellEvent& tell = {});

// Creates the tables of this schema version in an empty database. For data of an older version that is not migrated in
// its own file.
Result<void> create_schema(Database& database, int version);

}  // namespace parley::memory
