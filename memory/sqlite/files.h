// Creates, removes and syncs database files outside of SQLite.
#pragma once

#include <string>

#include "parley/result.h"

namespace parley::memory {

// Creates the file at `path`, or with the suffix `-2`, `-3`, ... if the name is taken. The mode is 0600, even if the
// umask allows more or less. Returns the name of the file.
Result<std::string> create_file(const std::string& path);

bool file_exists(const std::string& path);
void remove_database(const std::string& path);  // also removes the files that SQLite keeps next to it

// After sync_file(), the content of the file survives a power failure. After sync_name(), the file's name also
// survives.
Result<void> sync_file(const std::string& path);
Result<void> sync_name(const std::string& path);

// Returns the error for errno: "<path>: <what>: <why>".
Unexpected file_failure(const std::string& path, const std::string& what);

}  // namespace parley::memory
