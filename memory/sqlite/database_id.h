// Gives a SQLite database a random id. The id is stored as PRAGMA user_version, which copies and backups keep.
#pragma once

#include "memory/sqlite/database.h"

namespace parley::memory {

// Sets an id unless the database has one, and copies it from the log into the file itself.
Result<void> ensure_database_id(Database& database);

}  // namespace parley::memory
