// Returns the forms that a value takes inside base64 and hex.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley::privacy {

// Returns the base64 characters that the value alone determines, when `before` bytes (0 to 2) precede it in its first
// group of three. If `before` is not 0, the preceding character also depends on the value. is_partly_after() returns
// whether the following character also depends on the value.
std::string base64_core(std::string_view value, std::size_t before);
inline bool is_partly_after(std::string_view value, std::size_t before) { return (before + value.size()) % 3 != 0; }

std::string hex_of(std::string_view value);  // lower case

bool is_base64(char c);  // the standard and the URL alphabet; not the padding

}  // namespace parley::privacy
