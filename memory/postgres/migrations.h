// Manages the schema `parley` in a PostgreSQL database and its history, with the invariants of
// memory/sqlite/migrations.h. A process that applies a migration holds a lock on the whole database, so that any number
// of processes may start at once.
#pragma once

#include <vector>

#include "memory/postgres/connection.h"
#include "parley/stores.h"

namespace parley::memory::postgres {

// Returns all shipped migrations, each with its entry in the database. Writes nothing. kStoreTooNew: the database has
// recorded more. kStoreCorrupt: the records differ, or the schema `parley` is not parley's.
Result<std::vector<Migration>> read_migrations(Connection& connection);

// Applies missing migrations. Returns the versions that this call applied.
Result<std::vector<int>> apply_migrations(Connection& connection, TimeMs now);

}  // namespace parley::memory::postgres
