// PlainText: a text as the detectors see it, with the way back to its bytes.
//
// Full-width and other compatibility forms, digits of every script, typographic dashes, blanks and quotes are ASCII,
// marks and what cannot be seen are gone (base/fold.h). Case is left alone: keys are told by it. Pure ASCII is its own
// plain form and costs one look.
//
// Invariants
//   1. text() is valid UTF-8 whatever the original is.
//   2. original_span() lies on code point boundaries of the original. Marks that stand behind the last letter belong to
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
  // Keeps a view: `original` must outlive this.
  explicit PlainText(std::string_view original);

  std::string_view text() const { return is_ascii_ ? original_ : std::string_view(plain_); }

  // The piece [begin, end) of text(), as it stands in the original. Requires: it is not empty.
  Span original_span(std::size_t begin, std::size_t end) const;

 private:
  std::string_view original_;
  bool is_ascii_;
  std::string plain_;
  std::vector<std::uint32_t> sources_;  // per byte of plain_: where its code point starts in the original
};

// The letters and digits of a text alone, folded: what two ways of writing a value have in common. The folded text
// itself when it has none.
std::string letters_and_digits(std::string_view text);

}  // namespace parley::privacy
