// TrigramFilter: which known values are worth looking for in a text, told by three letters or digits side by side.
//
// Building all forms of a value (forms.h) takes longer than to see that none of them can begin in this text. Of a value
// or a text of which that is not plain to see (escapes, letters beyond ASCII), it may.
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>

namespace parley::privacy {

class TrigramFilter {
 public:
  explicit TrigramFilter(std::string_view text);

  // False: KnownValues would find none of the value's forms in the text.
  bool may_hold(std::string_view value) const;

 private:
  static constexpr std::size_t kBits = 4096;
  bool has_start(std::string_view symbols) const;

  std::bitset<128> symbols_;
  std::bitset<kBits> threesomes_;
  bool is_plain_ = true;
};

}  // namespace parley::privacy
