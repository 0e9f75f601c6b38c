// Creates and migrates the schema `parley` in a PostgreSQL database, and records the migrations. The invariants of
// memory/sqlite/migrations.h apply. Each migration holds an advisory lock, so several processes may start at the same
// time.
#pragma once

#include <vector>

#include "memory/postgres/connection.h"
#include "parley/stores.h"

namespace parley::memory::postgres {

// Returns all migrations of this version, each with its record in the database. Writes nothing. kStoreTooNew: the
// database has a newer migration. kStoreCorrupt: a record differs, or another program owns the schema `parley`.
Result<std::vector<Migration>> read_migrations(Connection& connection);

// Applies missing migrations. Returns the versions that this call applied.
Result<std::vector<int>> apply_migrations(Connection& connection, TimeMs now);

}  // namespace parley::memory::postgres
