// TrigramFilter tells which known values are worth searching for in a text, by three adjacent letters or digits.
//
// Building all forms of a value (known_values.h) takes longer than showing that none can begin in this text. When
// escapes or non-ASCII characters make that uncertain, may_hold() returns true.
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>

namespace parley::privacy {

class TrigramFilter {
 public:
  explicit TrigramFilter(std::string_view text);

  // Returns false only if KnownValues would find no form of the value in the text.
  bool may_hold(std::string_view value) const;

 private:
  static constexpr std::size_t kBits = 4096;
  bool has_start(std::string_view symbols) const;

  std::bitset<128> symbols_;
  std::bitset<kBits> threesomes_;
  bool is_plain_ = true;
};

}  // namespace parley::privacy
