// Applies the settings of a SQLite connection. settings.cc has the reason for each setting.
#pragma once

#include "memory/sqlite/database.h"
#include "parley/stores.h"

namespace parley::memory {

// Sets each setting and reads it back, because SQLite silently ignores a pragma that it does not know or cannot apply.
// kStoreUnavailable names the setting that did not apply.
Result<void> apply_settings(const Database& database, const SqliteOptions& options);

}  // namespace parley::memory
