// What every connection is set to, and why.
#pragma once

#include "memory/sqlite/database.h"
#include "parley/stores.h"

namespace parley::memory {

// Sets each setting and reads it back: SQLite answers a pragma that it does not know, or cannot follow, with silence.
// kStoreUnavailable names the one that did not take.
Result<void> apply_settings(const Database& database, const SqliteOptions& options);

}  // namespace parley::memory
