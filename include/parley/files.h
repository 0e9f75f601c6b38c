// Opens files by name without the risk of blocking, and changes files that several processes change.
//
// A name may belong to a pipe without a writer, a socket, an endless device or a folder. parley opens all files that it
// reads with these functions, except databases.
//
//   auto bytes = parley::read_input("bot.yaml", 1'000'000, parley::Input::kFile);
//   if (!bytes) return std::cerr << bytes.error().to_string() << '\n', 1;
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <memory>
#include <string>

#include "parley/result.h"

namespace parley {

enum class Input {
  kFile,    // a regular file, or a link to one
  kStream,  // also a pipe with a writer, /dev/null, and open descriptors of the process (/dev/stdin, /dev/fd/63)
};

// Opens a file. Waits at most one second for the writer of a pipe. kFileUnreadable names a file that cannot be opened
// or is of another kind. A later read error sets the stream's badbit.
Result<std::unique_ptr<std::istream>> open_input(const std::string& path, Input input);

// Reads a whole file. kFileUnreadable: also if it has more than `most` bytes.
Result<std::string> read_input(const std::string& path, std::size_t most, Input input);

// Returns the new bytes of a file from its current ones. Null: the file does not exist yet.
using FileChange = std::function<Result<std::string>(const std::string* bytes)>;

// Changes a file that several processes may change at the same time. The calls of all processes take turns, so each
// change sees the one before it. A reader sees the old file or the whole new one. The new file keeps the owner of the
// old one and has the mode 0600. Success means that the file was read back, and held the new bytes.
//
// Calls `change` again if another process has created the file in the meantime. Returns the error of `change`, which
// then changes nothing. kFileUnreadable: the file cannot be read or written, is a symbolic link or not a regular file,
// or has more than `most` bytes before or after the change.
Result<void> update_file(const std::string& path, std::size_t most, const FileChange& change);

}  // namespace parley
