// Copies of a whole database.
#pragma once

#include <string>

#include "parley/result.h"

namespace parley::memory {

// Writes the database at `path`, as it is at this moment, into a new file called `copy`, or `copy-2`, ... when that is
// taken. Others may read and write meanwhile. Answers with the copy's name; after an error there is none.
Result<std::string> backup_database(const std::string& path, const std::string& copy);

}  // namespace parley::memory
