// What becomes of a damaged file: it is put aside, and its intact sessions are taken over into a new one.
//
// Invariants
//   1. No byte of the damaged file is changed, nor of its write-ahead log; both are kept under another name.
//   2. At every moment `path` is either the damaged file or the new one, whole.
//   3. A session comes over whole or not at all.
#pragma once

#include <string>

#include "parley/stores.h"

namespace parley::memory {

// False: sound, or not there. An error: not ours to judge, because it is somebody else's or a newer parley's.
Result<bool> is_damaged(const std::string& path, const SqliteOptions& options);

// The same as salvage_sqlite().
Result<SalvageReport> salvage(const std::string& path, const SqliteOptions& options);

}  // namespace parley::memory
