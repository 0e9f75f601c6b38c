// Quotes untrusted text as data in a prompt.
#pragma once

#include <string>
#include <string_view>

namespace parley::context {

// Puts "> " before each line, whatever character ends it, so that nothing in the text can end the quote. Invalid UTF-8
// becomes U+FFFD. The result ends with a line break; it is empty for an empty text.
std::string quoted(std::string_view text);

}  // namespace parley::context
