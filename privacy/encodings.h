// What a value looks like inside base64 and hex.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley::privacy {

// The characters of base64 that the value alone decides, when so many bytes (0 to 2) of its first group stand before
// it. Unless there are none, the character before is partly the value's; is_partly_behind() tells of the one behind.
std::string base64_core(std::string_view value, std::size_t before);
inline bool is_partly_behind(std::string_view value, std::size_t before) { return (before + value.size()) % 3 != 0; }

std::string hex_of(std::string_view value);  // small letters

bool is_base64(char c);  // of either alphabet; not the padding

}  // namespace parley::privacy
