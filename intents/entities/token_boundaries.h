// Finds the tokens that digits belong to. "5/3", "19:30", "555-1234", "1.2.3", "#12" and "v2_1" are one token each.
//
// A value is read from a whole token or not at all. A number that continues with digits, signs or separators on either
// side is therefore rejected.
// Tested by tests/intents/whole_values_test.cc.
#pragma once

#include <algorithm>
#include <string_view>

#include "base/boundaries.h"
#include "base/text.h"

namespace parley::intents {

inline bool joins_digits(char c) { return std::string_view("-/:.,#_'+*^=").find(c) != std::string_view::npos; }

// Returns true for a raised digit ("5\u00b2" is 25): U+00B2, U+00B3 or U+00B9.
inline bool raised_digit_at(std::string_view text, std::size_t at) {
  const std::string_view character = text.substr(std::min(at, text.size()), 2);
  return character == "\u00b2" || character == "\u00b3" || character == "\u00b9";
}

// Returns true if more digits are joined to the number that ends at `at`: the ".3" after "1.2", the "'00" after "1".
inline bool digits_go_on(std::string_view text, std::size_t at) {
  if (base::digit_at(text, at) || raised_digit_at(text, at)) return true;
  if (at >= text.size() || !joins_digits(text[at])) return false;
  return base::digit_at(text, at + 1) ||
         (text[at] == '\'' && base::char_at(text, at + 1, '\'') && base::digit_at(text, at + 2));
}

// Returns true if the number at `at` is the tail of another ("5" in "1.5") or has a sign that its reader skips ("-3").
inline bool is_tail_of_number(std::string_view text, std::size_t at) {
  if (at == 0 || at > text.size()) return false;
  const char before = text[at - 1];
  if (base::is_digit(before)) return true;
  if (!joins_digits(before)) return false;
  if (base::digit_before(text, at - 1) || (before == '\'' && base::char_before(text, at - 1, before))) return true;
  return (before == '-' || before == '+') && !base::letter_before(text, at - 1);
}

// Returns the end of the token at `at`, so that the tail of a rejected token is not read as a number.
inline std::size_t next_token(std::string_view text, std::size_t at) {
  const bool is_token = base::letter_at(text, at);
  const bool is_digits = base::is_digit(text[at]);
  base::next_code_point(text, at);
  if (!is_token) return at;
  while (at < text.size() && (base::is_word_byte(text[at]) || (is_digits && joins_digits(text[at])))) ++at;
  return at;
}

// Returns true if a number that ends at `at` is not part of something longer.
inline bool ends_alone(std::string_view text, std::size_t at) {
  if (base::letter_at(text, at) || digits_go_on(text, at)) return false;
  return at >= text.size() || !joins_digits(text[at]) || !base::letter_at(text, at + 1);
}

// Returns true if the text at `at` is one word of letters, such as the unit "kg" in "5kg". False for "x10" in "0x10"
// and for "e309" in "1e309".
inline bool unit_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (base::letter_at(text, end) && !base::is_digit(text[end]) && text[end] != '_') base::next_code_point(text, end);
  return end > at && ends_alone(text, end) && !digits_go_on(text, end);
}

// Returns true for "5ish" and "ten-ish".
inline bool is_about(std::string_view text, std::size_t end_of_number) {
  const std::size_t at = end_of_number + (end_of_number < text.size() && text[end_of_number] == '-' ? 1 : 0);
  return base::lower_ascii(text.substr(std::min(at, text.size()), 3)) == "ish" && !base::letter_at(text, at + 3);
}

}  // namespace parley::intents
