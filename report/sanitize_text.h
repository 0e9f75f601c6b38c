// Makes untrusted texts safe to show.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley::report {

// Returns the text on one line and as valid UTF-8. Control characters, invisible characters and those that change the
// writing direction are escaped as \n, \x1b, \u202e.
std::string sanitize_text(std::string_view text);

// Replaces texts that look like ids, personal numbers or addresses by "#", "(address)" and "(link)".
std::string without_ids(std::string_view text);

// Returns at most `most` characters, followed by "..." if the text is longer.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace parley::report
