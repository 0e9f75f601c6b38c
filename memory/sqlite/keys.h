// The wrapped keys of sessions in an SQLite file of their own, so that no copy of the sessions' file holds them.
#pragma once

#include <memory>
#include <string>

#include "memory/encryption/keyring.h"

namespace parley::memory {

std::string sqlite_keys_path(const std::string& database);  // "<database>.keys"

// Created when it is not there, mode 0600. A damaged file is kStoreCorrupt and is left as it is; so is one without a
// key when sessions are sealed with its keys (`must_hold_keys`). Every change is synced to the disk, and what is
// destroyed is overwritten, in the file's log too.
Result<std::unique_ptr<KeyTable>> open_sqlite_keys(const std::string& path, bool must_hold_keys, int busy_timeout_ms);

}  // namespace parley::memory
