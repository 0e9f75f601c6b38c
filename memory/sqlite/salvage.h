// Recovers a damaged file: moves it aside, and copies its intact sessions into a new file.
//
// Invariants
//   1. No byte of the damaged file or of its write-ahead log is changed. Both are kept under another name.
//   2. At every moment `path` is either the complete damaged file or the complete new one.
//   3. A session is recovered completely or not at all.
#pragma once

#include <string>

#include "parley/stores.h"

namespace parley::memory {

// Returns false if the file is intact or missing. An error means that parley cannot judge the file: it belongs to
// another program or to a newer version of parley.
Result<bool> is_damaged(const std::string& path, const SqliteOptions& options);

// Implements salvage_sqlite().
Result<SalvageReport> salvage(const std::string& path, const SqliteOptions& options);

}  // namespace parley::memory
