// PlainText is the normalized text that the detectors read, with a mapping to the original bytes.
//
// Full-width and other compatibility forms, digits of all scripts, and typographic dashes, blanks and quotes become
// ASCII. Combining marks and invisible characters are removed (base/fold.h). Case is kept, because API keys depend on
// it. ASCII text is used without a copy, after one scan.
//
// Invariants
//   1. text() is valid UTF-8 for any original.
//   2. original_span() lies on code point boundaries of the original. Combining marks after the last letter belong to
//      it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"

namespace parley::privacy {

class PlainText {
 public:
  // Keeps a view: `original` must outlive this object.
  explicit PlainText(std::string_view original);

  std::string_view text() const { return is_ascii_ ? original_ : std::string_view(plain_); }

  // Returns the part of the original that [begin, end) of text() comes from. Requires begin < end.
  Span original_span(std::size_t begin, std::size_t end) const;

 private:
  std::string_view original_;
  bool is_ascii_;
  std::string plain_;
  std::vector<std::uint32_t> sources_;  // original position of the code point of each byte of plain_
};

// Returns only the letters and digits of a text, folded, so that two spellings of a value compare equal. Returns the
// folded text if it has no letters or digits.
std::string letters_and_digits(std::string_view text);

}  // namespace parley::privacy
