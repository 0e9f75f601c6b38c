// Creates a store from open databases.
#pragma once

#include <memory>

#include "memory/sqlite/database.h"
#include "parley/store.h"

namespace parley::memory {

// Requires two connections to the same file, both with their settings applied, and a file with all migrations applied.
Result<std::shared_ptr<SessionStore>> make_sqlite_store(Database writes, Database reads);

}  // namespace parley::memory
