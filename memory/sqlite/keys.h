// Stores the wrapped keys of sessions in a SQLite file of their own, so that no copy of the sessions' file contains
// them.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "memory/encryption/keyring.h"

namespace parley::memory {

std::string sqlite_keys_path(const std::string& database);  // "<database>.keys"

// Creates the file, mode 0600, if it is missing. kStoreCorrupt, with the file left as it is: the file is damaged, or it
// holds no key although sessions are sealed with its keys (`must_hold_keys`). Every change is synced to the disk.
// Destroyed keys are overwritten, in the file's log as well.
Result<std::unique_ptr<KeyTable>> open_sqlite_keys(const std::string& path, bool must_hold_keys,
                                                   std::chrono::milliseconds busy_timeout);

}  // namespace parley::memory
