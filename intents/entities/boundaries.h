// Edges: where a word or a number ends. A value counts only when it stands alone: neither "late" in "chocolate" nor
// "12345" in "123456". Letters of every script count as letters, punctuation, symbols and emoji do not.
#pragma once

#include <cstddef>
#include <string_view>

namespace parley::intents {

// Is the character before `at`, or the one at `at`, a letter, a digit or an underscore?
bool letter_before(std::string_view text, std::size_t at);
bool letter_at(std::string_view text, std::size_t at);

inline bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
  return !letter_before(text, begin) && !letter_at(text, end);
}

// One character that is none of those, as a piece of a regex. It has no case, and to say so makes it cheap to compile.
inline constexpr std::string_view kEdge =
    "(?-i:[\\x00-/:-@\\[-^`{-\\x7F\\x{80}-\\x{BF}\\x{2000}-\\x{2BFF}\\x{3000}-\\x{303F}\\x{1F000}-\\x{1FAFF}])";

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool digit_at(std::string_view text, std::size_t at) { return at < text.size() && is_digit(text[at]); }
inline bool digit_before(std::string_view text, std::size_t at) { return at > 0 && is_digit(text[at - 1]); }
inline bool char_at(std::string_view text, std::size_t at, char c) { return at < text.size() && text[at] == c; }
inline bool char_before(std::string_view text, std::size_t at, char c) { return at > 0 && text[at - 1] == c; }

}  // namespace parley::intents
