// Opens files by their names, without the risk of waiting for ever.
//
// A name may lead to anything: a pipe that no program writes to, a socket, a device without an end, a folder. All of
// parley opens the files that it reads here, but for databases.
#pragma once

#include <cstddef>
#include <istream>
#include <memory>
#include <string>

#include "parley/result.h"

namespace parley {

enum class Input {
  kFile,    // a regular file, or a link to one
  kStream,  // also a pipe that has a writer, /dev/null, and what the process has open already (/dev/stdin, /dev/fd/63)
};

// Waits one second at most for a pipe's writer. kFileUnreadable: the file cannot be opened, or is of another kind; the
// message names it. A read error later sets the stream's badbit.
Result<std::unique_ptr<std::istream>> open_input(const std::string& path, Input input);

// The whole of it. kFileUnreadable also when it is larger than `most` bytes.
Result<std::string> read_input(const std::string& path, std::size_t most, Input input);

}  // namespace parley
