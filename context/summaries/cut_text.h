// Functions that fit a text into a length or onto one line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace parley::context {

// Removes the middle of a text that is too long, because the beginning and the end best tell what the text is about.
// Returns at most `max_bytes` bytes, cut between whole code points (X34), and never more bytes than `text` has (X33).
// Returns "" if not even the mark that replaces the middle fits.
std::string cut_middle(std::string_view text, std::size_t max_bytes);

// Removes the middle of a text with more than `max_tokens` tokens. `count_tokens` must not decrease when the text
// grows.
std::string cut_middle_to_tokens(std::string_view text, std::int64_t max_tokens,
                                 const std::function<std::int64_t(std::string_view)>& count_tokens);

// Collapses white space and control characters into single blanks and trims both ends. Invalid UTF-8 becomes U+FFFD.
std::string on_one_line(std::string_view text);

}  // namespace parley::context
