// SHA-256 (FIPS 180-4): what artifacts are called and file contents are told apart by.
#pragma once

#include <string>
#include <string_view>

namespace parley::memory {

std::string sha256_hex(std::string_view bytes);

}  // namespace parley::memory
