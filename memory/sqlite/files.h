// The files of a database, beside what SQLite does with them.
#pragma once

#include <string>

#include "parley/result.h"

namespace parley::memory {

// Creates the file at `path`, or with `-2`, `-3`, ... after it when the name is taken. Mode 0600 whatever the umask.
// Answers with its name.
Result<std::string> create_file(const std::string& path);

bool file_exists(const std::string& path);
void remove_database(const std::string& path);  // with the files that SQLite keeps beside it

// Until power is lost and beyond: what is in the file, and that it has this name.
Result<void> sync_file(const std::string& path);
Result<void> sync_name(const std::string& path);

// The error that errno stands for: "<path>: <what>: <why>".
Unexpected file_failure(const std::string& path, const std::string& what);

}  // namespace parley::memory
