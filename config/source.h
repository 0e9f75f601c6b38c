// Source maps byte offsets of a file to positions and answers questions about a position without parsing YAML.
//
// Lines and columns start at 1. Columns count code points, as editors do. A byte order mark takes no column.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "config/definition.h"

namespace parley::config {

class Source {
 public:
  // `bytes` must outlive the Source.
  Source(int file, std::string_view bytes);

  std::string_view bytes() const { return bytes_; }
  std::size_t begin() const { return known_.front().offset; }  // after a byte order mark
  std::size_t size() const { return bytes_.size(); }
  char at(std::size_t offset) const { return offset < bytes_.size() ? bytes_[offset] : '\0'; }

  // Constant time: positions are stored every 128 bytes, and the rest is counted.
  Mark mark(std::size_t offset) const;

  // Returns the text from `offset` to the next white space or collection sign. Empty at white space.
  std::string_view word(std::size_t offset) const;
  // Returns `~` or `null` when it is a complete word at `offset`, else an empty text.
  std::string_view null_word(std::size_t offset) const;
  // Whether a ':' follows on the same line after `offset`.
  bool is_key(std::size_t offset) const;
  // Returns the offset of the '-' of a list item when only white space separates it from `offset`, else `offset`.
  std::size_t dash_before(std::size_t offset) const;
  // Whether the byte separates texts: white space or a collection sign.
  static bool is_structure(char c);
  // Returns the offset of the first byte in a range that is not structure or comment.
  std::optional<std::size_t> find_text(std::size_t begin, std::size_t end) const;

 private:
  std::string_view bytes_;
  std::vector<Mark> known_;
};

// Returns the position of byte `offset`, counted from the earlier position `from`.
Mark count_on(Mark from, std::string_view bytes, std::size_t offset);

// Returns the offset in `bytes` of byte `index` of a scalar's value. `start` is the offset of the scalar, including its
// opening quote or block indicator. Walks value and source in parallel, through escapes, doubled quotes and folded
// lines.
std::size_t source_offset(std::string_view bytes, std::size_t start, std::string_view value, std::size_t index);

// Returns the offset of the quote that closes the one at `start`, or npos.
std::size_t closing_quote(std::string_view bytes, std::size_t start);

}  // namespace parley::config
