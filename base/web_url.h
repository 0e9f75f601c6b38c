// URLs that a bot shows to its users.
#pragma once

#include <string>
#include <string_view>

namespace parley::base {

// Whether a text is an absolute URL with the scheme http or https, and has only characters that a URL may have. A URL
// with a user name before its host is not a web URL: readers take the user name for the host.
bool is_web_url(std::string_view text);

// Whether a text is the beginning of such a URL up to the end of its host: a value after it cannot change the host.
bool has_whole_host(std::string_view beginning);

// Replaces each byte that is not a letter, a digit or one of "-._~" by "%" and its two hexadecimal digits.
std::string percent_encoded(std::string_view text);

}  // namespace parley::base
