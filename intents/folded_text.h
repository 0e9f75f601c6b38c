// FoldedText: a message as the patterns see it, with the way back to what was typed.
//
// Phones and word processors put in typographic quotes, dashes and spaces that nobody chose. Folding makes them
// ASCII, full-width letters too, and drops what has no width, so that a bot's author writes `don't` once. Case is
// left alone: patterns ignore it by themselves. Pure ASCII is its own folded form and costs one look.
//
// Invariants
//   1. text() is valid UTF-8 whatever the original is: a malformed byte reads as U+FFFD.
//   2. original_span() always lies on code point boundaries of the original, and is never wider than needed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"

namespace parley::intents {

class FoldedText {
 public:
  // Keeps a view: `original` must outlive this.
  explicit FoldedText(std::string_view original);

  std::string_view text() const { return is_folded_ ? std::string_view(folded_) : original_; }
  std::string_view original() const { return original_; }

  // The piece [begin, end) of text(), as it stands in the original.
  Span original_span(std::size_t begin, std::size_t end) const;
  std::string_view original(const Span& span) const { return original_.substr(span.begin, span.end - span.begin); }

 private:
  std::string_view original_;
  bool is_folded_ = false;
  std::string folded_;
  std::vector<std::uint32_t> sources_;  // per byte of folded_: where its code point starts in the original
};

// A regex in the same form, so that an author may type a typographic apostrophe too. What means something in a
// regex when it is ASCII comes out escaped.
std::string fold_pattern(std::string_view regex);

}  // namespace parley::intents
