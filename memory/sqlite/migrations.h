// The schema's history: numbered SQL files that are part of the library, and a table in the database that says
// which of them it has seen.
//
// Invariants
//   1. A migration and its entry in the table are one transaction: a schema is at a version or at the next.
//   2. What a database has seen is decided by the table alone.
//   3. A migration that was shipped never changes: its checksum is in every database that has seen it.
//   4. A database that holds something is copied before it is changed, and has as many sessions, messages and turns
//      after a migration as before.
#pragma once

#include <functional>
#include <vector>

#include "memory/shipped_migrations.h"
#include "memory/sqlite/database.h"
#include "parley/stores.h"

namespace parley::memory {

// All shipped migrations with what the database says of each. Writes nothing. kStoreTooNew when it has seen more,
// kStoreCorrupt when it has seen others or is no database of parley's.
Result<std::vector<Migration>> read_migrations(const Database& database);

// Applies what is missing. Answers with the versions that this call applied.
using TellEvent = std::function<void(const StoreEvent&)>;
Result<std::vector<int>> apply_migrations(Database& database, TimeMs now, const TellEvent& tell = {});

}  // namespace parley::memory
