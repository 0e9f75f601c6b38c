// The way from open databases to a store.
#pragma once

#include <memory>

#include "memory/sqlite/database.h"
#include "parley/store.h"

namespace parley::memory {

// Two connections to the same file, both with their settings, and the file with all migrations.
Result<std::shared_ptr<SessionStore>> make_sqlite_store(Database writes, Database reads);

}  // namespace parley::memory
