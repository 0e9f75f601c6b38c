// FoldedText is a message in the form that patterns match, with a mapping back to the original text.
//
// Phones and word processors insert typographic quotes, dashes and spaces. Folding replaces them and full-width letters
// with ASCII and drops zero-width characters, so that a bot's author writes `don't` only once. Folding keeps the case,
// because patterns ignore case. Pure ASCII is its own folded form and costs one scan.
//
// Invariants
//   1. text() is valid UTF-8 for any original: a malformed byte becomes U+FFFD.
//   2. original_span() always starts and ends at code point boundaries of the original and is as narrow as possible.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"

namespace parley::intents {

class FoldedText {
 public:
  // Keeps a view: `original` must outlive this object.
  explicit FoldedText(std::string_view original);

  std::string_view text() const { return is_folded_ ? std::string_view(folded_) : original_; }
  std::string_view original() const { return original_; }

  // Returns the span in the original of the piece [begin, end) of text().
  Span original_span(std::size_t begin, std::size_t end) const;
  std::string_view original(const Span& span) const { return original_.substr(span.begin, span.end - span.begin); }

 private:
  std::string_view original_;
  bool is_folded_ = false;
  std::string folded_;
  std::vector<std::uint32_t> sources_;  // per byte of folded_: the offset of its code point in the original
};

// Folds a regex in the same way, so that an author may type a typographic apostrophe. A folded character that has a
// meaning in a regex is escaped.
std::string fold_pattern(std::string_view regex);

}  // namespace parley::intents
