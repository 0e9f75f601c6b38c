// AlnumText: the letters and digits of a text, folded, one after the other, with where each stands. Two ways of writing
// a value (case, width, accents, blanks and marks between) have the same symbols.
//
// Folding is that of base/fold.h, and all else than letters and digits is dropped. A mask of one of the labels given is
// a 0, which is in no value.
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
  // Keeps a view: `text` must outlive this.
  explicit AlnumText(std::string_view text, const std::vector<std::string_view>& labels = {});

  std::string_view all() const { return std::string_view(symbols_.data(), size_); }
  std::size_t size() const { return size_; }

  // The code point that a byte of all() comes from: where it begins, and where it ends with the marks behind it.
  std::size_t begin_of(std::size_t symbol) const { return places_[symbol]; }
  std::size_t end_of(std::size_t symbol) const;

  // How many code points are dropped between a byte of all() and the next one.
  std::size_t gap_behind(std::size_t symbol) const;

  const std::vector<Span>& masks() const { return masks_; }
  bool has_escapes() const { return has_escapes_; }  // a backslash, a percent sign, a plus or an ampersand

 private:
  void append(char symbol, std::size_t place);
  void read_other(std::size_t& at);

  std::string_view text_;
  std::string symbols_;  // of which size_ are in use
  std::vector<std::uint32_t> places_;
  std::size_t size_ = 0;
  std::vector<Span> masks_;
  bool has_escapes_ = false;
};

// Does a word or a number end or begin at `at`? A letter beside a digit is a border, and any character of a script
// that is written without blanks.
bool is_word_border(std::string_view text, std::size_t at);

// The same, but for letters beside digits: "1st" is one token.
bool is_token_border(std::string_view text, std::size_t at);

}  // namespace parley::privacy
