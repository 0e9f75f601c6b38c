// The way from an open database to a store.
#pragma once

#include <memory>

#include "memory/sqlite_database.h"
#include "parley/store.h"

namespace parley::memory {

// `database` has its settings and all migrations.
Result<std::shared_ptr<SessionStore>> make_sqlite_store(Database database);

}  // namespace parley::memory
