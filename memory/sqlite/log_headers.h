// Reads the database headers in a write-ahead log, without SQLite and without locks.
//
// Another process may write the log meanwhile. Only frames of the log's current use count, and a header is in the first
// bytes of its page, so a header is as old as its frame or newer.
//
// Tested by tests/memory/sqlite_moved_files_test.cc.
#pragma once

#include <string>
#include <vector>

namespace parley::memory {

// Returns the first kFileHeader bytes of every first page that the log has, in the order of the log. Ends with the
// first one that names the id of its database. Empty: the log is missing or empty, or has no such page.
std::vector<std::string> logged_headers(const char* log);

}  // namespace parley::memory
