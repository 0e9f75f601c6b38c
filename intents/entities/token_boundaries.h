// Tokens: what digits are part of. "5/3", "19:30", "555-1234", "1.2.3", "#12", "v2_1" are one token each.
//
// A value is read from all of what was said, or not at all: a number that digits, signs or separators continue on
// either side is not cut out of them.
#pragma once

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "intents/entities/boundaries.h"

namespace parley::intents {

inline bool joins_digits(char c) { return std::string_view("-/:.,#_'+*^=").find(c) != std::string_view::npos; }

// A raised digit ("5\u00b2" is 25): U+00B2, U+00B3 or U+00B9.
inline bool raised_digit_at(std::string_view text, std::size_t at) {
  const std::string_view character = text.substr(std::min(at, text.size()), 2);
  return character == "\u00b2" || character == "\u00b3" || character == "\u00b9";
}

// Do more digits follow the number that ends at `at`, glued to it: the ".3" behind "1.2", the "'00" behind "1"?
inline bool digits_go_on(std::string_view text, std::size_t at) {
  if (digit_at(text, at) || raised_digit_at(text, at)) return true;
  if (at >= text.size() || !joins_digits(text[at])) return false;
  return digit_at(text, at + 1) || (text[at] == '\'' && char_at(text, at + 1, '\'') && digit_at(text, at + 2));
}

// Is the number at `at` the tail of another ("5" in "1.5"), or does it have a sign that its reader leaves out ("-3")?
inline bool is_tail_of_number(std::string_view text, std::size_t at) {
  if (at == 0 || at > text.size()) return false;
  const char before = text[at - 1];
  if (is_digit(before)) return true;
  if (!joins_digits(before)) return false;
  if (digit_before(text, at - 1) || (before == '\'' && char_before(text, at - 1, before))) return true;
  return (before == '-' || before == '+') && !letter_before(text, at - 1);
}

// Past the token at `at`, so that no tail of a refused one is read as a number.
inline std::size_t next_token(std::string_view text, std::size_t at) {
  const bool is_token = letter_at(text, at);
  const bool is_digits = is_digit(text[at]);
  base::next_code_point(text, at);
  if (!is_token) return at;
  while (at < text.size() && (base::is_word_byte(text[at]) || (is_digits && joins_digits(text[at])))) ++at;
  return at;
}

// Is a number that ends at `at` no piece of something longer?
inline bool ends_alone(std::string_view text, std::size_t at) {
  if (letter_at(text, at) || digits_go_on(text, at)) return false;
  return at >= text.size() || !joins_digits(text[at]) || !letter_at(text, at + 1);
}

// Is what stands at `at` one word of letters, the unit that is glued to a number: the "kg" of "5kg"? The "x10" of
// "0x10" and the "e309" of "1e309" are none.
inline bool unit_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (letter_at(text, end) && !is_digit(text[end]) && text[end] != '_') base::next_code_point(text, end);
  return end > at && ends_alone(text, end) && !digits_go_on(text, end);
}

// "5ish", "ten-ish".
inline bool is_about(std::string_view text, std::size_t end_of_number) {
  const std::size_t at = end_of_number + (end_of_number < text.size() && text[end_of_number] == '-' ? 1 : 0);
  return base::lower_ascii(text.substr(std::min(at, text.size()), 3)) == "ish" && !letter_at(text, at + 3);
}

}  // namespace parley::intents
