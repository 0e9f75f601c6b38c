// Stores the wrapped keys of sessions in a separate SQLite file, so that no copy of the sessions' file contains the
// keys.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "memory/encryption/keyring.h"

namespace parley::memory {

std::string sqlite_keys_path(const std::string& database);  // "<database>.keys"

// Creates the file, mode 0600, if it is missing. kStoreCorrupt: the file is damaged, or it holds no key although
// sessions are sealed with its keys (`must_hold_keys`). The file then stays as it is. Every change is synced to the
// disk. Destroyed keys are overwritten in the file and in its log.
Result<std::unique_ptr<KeyTable>> open_sqlite_keys(const std::string& path, bool must_hold_keys,
                                                   std::chrono::milliseconds busy_timeout);

}  // namespace parley::memory
