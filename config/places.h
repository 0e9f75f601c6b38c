// Places: byte offsets of a file as a person counts them. Lines and columns start at 1; a column counts code points,
// so that an editor's cursor lands on it. A byte order mark takes no column.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "config/definition.h"

namespace parley::config {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class Places {
 public:
  // `bytes` must outlive this.
  Places(int file, std::string_view bytes);

  // In constant time: one known mark every few bytes, and the rest is counted.
  Mark at(std::size_t offset) const;

 private:
  std::string_view bytes_;
  std::vector<Mark> known_;
};

// The mark of byte `offset`, counted on from an earlier one.
Mark count_on(Mark from, std::string_view bytes, std::size_t offset);

// Where byte `index` of a scalar's value stands: `start` is the offset of the scalar in `bytes`, its opening quote
// or block indicator included. Walks value and source side by side, through escapes, doubled quotes and folded lines.
std::size_t source_offset(std::string_view bytes, std::size_t start, std::string_view value, std::size_t index);

// The offset of the quote that closes the one at `start`; npos when there is none.
std::size_t closing_quote(std::string_view bytes, std::size_t start);

}  // namespace parley::config
