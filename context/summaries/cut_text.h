// Texts that are made to fit: into a length, onto a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace parley::context {

// Without its middle where it is too long: what a text begins and ends with is what it is about.
// At most so many bytes, between whole code points (X34), and never longer than the text (X33). Empty when there is not
// even room for what marks the gap.
std::string cut_middle(std::string_view text, std::size_t max_bytes);

// The same by tokens, for a count that does not fall when the text grows.
std::string cut_middle_to_tokens(std::string_view text, std::int64_t max_tokens,
                                 const std::function<std::int64_t(std::string_view)>& count_tokens);

// White space and control characters as single blanks, and none at the ends. Bytes that are no UTF-8 become U+FFFD.
std::string on_one_line(std::string_view text);

}  // namespace parley::context
