// The schema `parley` in a PostgreSQL database, and its history: as in memory/sqlite/migrations.h, with the same
// invariants. Whoever applies a migration holds a lock of the whole database meanwhile, so that any number of
// processes may start at once.
#pragma once

#include <vector>

#include "memory/postgres/connection.h"
#include "parley/stores.h"

namespace parley::memory::postgres {

// All shipped migrations with what the database says of each. Writes nothing. kStoreTooNew when it has seen more,
// kStoreCorrupt when it has seen others or has a schema `parley` that is not ours.
Result<std::vector<Migration>> read_migrations(Connection& connection);

// Applies what is missing. Answers with the versions that this call applied.
Result<std::vector<int>> apply_migrations(Connection& connection, TimeMs now);

}  // namespace parley::memory::postgres
