// Reads and sets the mark of an encrypted SQLite file. The mark is stored as PRAGMA application_id, which copies and
// backups keep.
#pragma once

#include "memory/encryption/opening.h"
#include "memory/sqlite/database.h"

namespace parley::memory {

// Inspects a database without changing it. Accepts any schema version of parley, and a file without tables. `path`: the
// file, as given by the caller.
Result<Outside> look_outside(const Database& database, const std::string& path);

Result<void> mark_encrypted(const Database& database);

}  // namespace parley::memory
