// A cache file holds what a program can compute again from another file, its source. Therefore no failure is an error:
// a cache that cannot be read is computed again, and one that cannot be written is left out.
#pragma once

#include <string>
#include <string_view>

namespace parley::base {

// Returns the bytes of a cache file. Empty: the file is missing, or a user other than this one and root can write it. A
// program checks a cache less than its source, so a cache must come from a user who can change the program anyway.
std::string read_cache(const std::string& path);

// Replaces a cache file. A reader sees the old file or the whole new one. A user who may read `source` may read the
// cache. Does nothing if the file cannot be written, or if the place belongs to `source` or to anything but a regular
// file.
void write_cache(const std::string& path, std::string_view bytes, const std::string& source);

}  // namespace parley::base
