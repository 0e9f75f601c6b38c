// Copies a whole database into a new file.
#pragma once

#include <string>

#include "parley/result.h"

namespace parley::memory {

// Writes a snapshot of the database at `path` into a new file named `copy`, or `copy-2`, ... if that name is taken.
// Other connections may read and write meanwhile. Returns the name of the copy; after an error no copy remains.
Result<std::string> backup_database(const std::string& path, const std::string& copy);

}  // namespace parley::memory
