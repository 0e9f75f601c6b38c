// Finds where words and numbers end. A value counts only when it stands alone: not "late" in "chocolate", not "12345"
// in "123456". Letters of all scripts count as letters; punctuation, symbols and emoji do not.
#pragma once

#include <cstddef>
#include <string_view>

namespace parley::base {

// letter_before() tests the character before `at`, and letter_at() the character at `at`. They return true for a
// letter, a digit or an underscore.
bool letter_before(std::string_view text, std::size_t at);
bool letter_at(std::string_view text, std::size_t at);

inline bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
  return !letter_before(text, begin) && !letter_at(text, end);
}

// A regex for one character that is not a letter, digit or underscore. It turns case-insensitivity off, because such
// characters have no case and the regex then compiles faster.
inline constexpr std::string_view kEdge =
    "(?-i:[\\x00-/:-@\\[-^`{-\\x7F\\x{80}-\\x{BF}\\x{2000}-\\x{2BFF}\\x{3000}-\\x{303F}\\x{1F000}-\\x{1FAFF}])";

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool digit_at(std::string_view text, std::size_t at) { return at < text.size() && is_digit(text[at]); }
inline bool digit_before(std::string_view text, std::size_t at) { return at > 0 && is_digit(text[at - 1]); }
inline bool char_at(std::string_view text, std::size_t at, char c) { return at < text.size() && text[at] == c; }
inline bool char_before(std::string_view text, std::size_t at, char c) { return at > 0 && text[at - 1] == c; }

}  // namespace parley::base
