// A random number that tells one SQLite file from another: PRAGMA user_version, which copies and backups keep.
#pragma once

#include "memory/sqlite/database.h"

namespace parley::memory {

// Gives the database an id unless it has one, and copies it from the log into the file itself.
Result<void> ensure_database_id(Database& database);

}  // namespace parley::memory
