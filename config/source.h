// Source: the bytes of a file, where each of them stands, and what can be told of a place without parsing YAML.
//
// Lines and columns start at 1; a column counts code points, so that an editor's cursor lands on it. A byte order mark
// takes no column.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "config/definition.h"

namespace parley::config {

class Source {
 public:
  // `bytes` must outlive this.
  Source(int file, std::string_view bytes);

  std::string_view bytes() const { return bytes_; }
  std::size_t begin() const { return known_.front().offset; }  // behind a byte order mark
  std::size_t size() const { return bytes_.size(); }
  char at(std::size_t offset) const { return offset < bytes_.size() ? bytes_[offset] : '\0'; }

  // In constant time: one known mark every few bytes, and the rest is counted.
  Mark mark(std::size_t offset) const;

  // From `offset` to the next white space or sign of a collection; empty where white space stands.
  std::string_view word(std::size_t offset) const;
  // `~` or `null`, when it stands there by itself; else empty.
  std::string_view null_word(std::size_t offset) const;
  // True when what ends at `offset` is followed by a ':' on its line.
  bool is_key(std::size_t offset) const;
  // The '-' of a list item, when only white space lies between it and `offset`; else `offset`.
  std::size_t dash_before(std::size_t offset) const;
  // True for what separates texts: white space and the signs of collections.
  static bool is_structure(char c);
  // The first byte of a range that is neither structure nor comment.
  std::optional<std::size_t> find_text(std::size_t begin, std::size_t end) const;

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
