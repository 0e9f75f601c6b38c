// Text that others wrote, as data in a prompt.
#pragma once

#include <string>
#include <string_view>

namespace parley::context {

// Each line behind "> ", whatever character ends it; so nothing in the text can end the quote. Bytes that are no UTF-8
// become U+FFFD. Ends with a line break; empty for an empty text.
std::string quoted(std::string_view text);

}  // namespace parley::context
