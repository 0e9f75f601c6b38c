// Tokens: what digits are part of. "5/3", "19:30", "555-1234", "1.2.3", "#12", "v2_1" are one token each.
#pragma once

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "intents/entities/edges.h"

namespace parley::intents {

inline bool joins_digits(char c) { return std::string_view("-/:.,#_'").find(c) != std::string_view::npos; }

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
  if (letter_at(text, at)) return false;
  return at >= text.size() || !joins_digits(text[at]) || !letter_at(text, at + 1);
}

// "5ish", "ten-ish".
inline bool is_about(std::string_view text, std::size_t end_of_number) {
  const std::size_t at = end_of_number + (end_of_number < text.size() && text[end_of_number] == '-' ? 1 : 0);
  return base::lower_ascii(text.substr(std::min(at, text.size()), 3)) == "ish" && !letter_at(text, at + 3);
}

}  // namespace parley::intents
