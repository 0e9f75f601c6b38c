// AlnumText holds the folded letters and digits ("symbols") of a text and the position of each. Spellings of a value
// that differ only in case, width, accents, blanks or punctuation have the same symbols.
//
// Folding follows base/fold.h; everything except letters and digits is dropped. A mask with one of the given labels
// becomes a 0 byte, which no value contains.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"

namespace parley::privacy {

class AlnumText {
 public:
  // Keeps a view: `text` must outlive this object.
  explicit AlnumText(std::string_view text, const std::vector<std::string_view>& labels = {});

  std::string_view all() const { return std::string_view(symbols_.data(), size_); }
  std::size_t size() const { return size_; }

  // Begin and end of the code point that a byte of all() comes from. The end includes the combining marks that follow.
  std::size_t begin_of(std::size_t symbol) const { return places_[symbol]; }
  std::size_t end_of(std::size_t symbol) const;

  // Returns the number of code points dropped between a byte of all() and the next byte.
  std::size_t gap_after(std::size_t symbol) const;

  const std::vector<Span>& masks() const { return masks_; }
  bool has_escapes() const { return has_escapes_; }  // a backslash, a percent sign, a plus or an ampersand

 private:
  void append(char symbol, std::size_t place);
  void read_other(std::size_t& at);

  std::string_view text_;
  std::string symbols_;  // only the first size_ bytes are in use
  std::vector<std::uint32_t> places_;
  std::size_t size_ = 0;
  std::vector<Span> masks_;
  bool has_escapes_ = false;
};

// Whether a word or a number begins or ends at `at`. A letter next to a digit is a border, and so is every character of
// a script that is written without blanks.
bool is_word_border(std::string_view text, std::size_t at);

// Like is_word_border(), but a letter next to a digit is not a border: "1st" is one token.
bool is_token_border(std::string_view text, std::size_t at);

}  // namespace parley::privacy
