// What an SQLite file says of its encryption: PRAGMA application_id, which copies and backups keep.
#pragma once

#include "memory/encryption/opening.h"
#include "memory/sqlite/database.h"

namespace parley::memory {

// Reads only; any schema of parley's, also one without tables. `path`: the file, as its opener names it.
Result<Outside> look_outside(const Database& database, const std::string& path);

Result<void> mark_encrypted(const Database& database);

}  // namespace parley::memory
