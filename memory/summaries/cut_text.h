// A text that is too long, without its middle: what it begins and ends with is what it is about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace parley::memory {

// At most so many bytes, between whole code points (X34), and never longer than the text (X33). Empty when there is not
// even room for what marks the gap.
std::string cut_middle(std::string_view text, std::size_t max_bytes);

// The same by tokens, for a count that does not fall when the text grows.
std::string cut_middle_to_tokens(std::string_view text, std::int64_t max_tokens,
                                 const std::function<std::int64_t(std::string_view)>& count_tokens);

}  // namespace parley::memory
