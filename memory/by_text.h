// ByText is a hash table by text. A lookup needs no copy of the text.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace parley::memory {

struct TextHash : std::hash<std::string_view> {
  using is_transparent = void;
};
template <class T>
using ByText = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

}  // namespace parley::memory
