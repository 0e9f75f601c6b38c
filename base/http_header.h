// The syntax of HTTP headers (RFC 9110, section 5).
#pragma once

#include <string_view>

namespace parley::base {

// Whether `value` is valid as the value of a header: visible ASCII, with blanks only inside.
bool fits_into_header(std::string_view value);
// Whether `line` is a header "Name: value".
bool is_header(std::string_view line);

}  // namespace parley::base
