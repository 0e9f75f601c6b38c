// Texts out of data, made fit to be shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley::report {

// On one line, valid UTF-8, and without what rewrites a screen: control characters and those that turn the direction of
// writing or cannot be seen are written as \n, \x1b, \u202e.
std::string sanitize_text(std::string_view text);

// What looks like an id, a number that says whose something is, or an address: "#", "(address)" and "(link)" in its
// place.
std::string without_ids(std::string_view text);

// At most so many characters, with "..." for what is left out.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace parley::report
