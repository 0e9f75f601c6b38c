// Opens files by name without the risk of blocking. A name may belong to a pipe without a writer, a socket, an endless
// device or a folder. parley opens all files that it reads with these functions, except databases.
//
//   auto bytes = parley::read_input("bot.yaml", 1'000'000, parley::Input::kFile);
//   if (!bytes) return std::cerr << bytes.error().to_string() << '\n', 1;
#pragma once

#include <cstddef>
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

}  // namespace parley
