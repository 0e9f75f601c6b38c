// Whole files, in and out.
#pragma once

#include <string>
#include <string_view>

#include "parley/result.h"

namespace parley::cli {

Result<std::string> read_file(const std::string& path);

// All of it or nothing: written next to `path` and then put in its place. What is no file (/dev/stdout) is written to.
Result<void> write_file(const std::string& path, std::string_view bytes);
// The same, of mode 0600.
Result<void> write_private_file(const std::string& path, std::string_view bytes);

}  // namespace parley::cli
