// Origins of HTTP requests: a scheme, a host and a port ("https://api.shop.example").
//
// Programs disagree about odd spellings of URLs: 0x7f.1, user@host, a backslash, a full-width dot. parse_origin()
// accepts only the plain spelling, which all programs read in the same way.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "parley/result.h"

namespace parley::base {

struct Origin {
  bool is_https = true;
  std::string host;  // lower-case name, or an address: "192.0.2.1", "2001:db8::1" (without brackets)
  int port = 443;

  std::string to_string() const;  // without the scheme's own port: "https://api.shop.example"
  // Whether the host is a name that only this machine or its network knows: "localhost", "printer.local".
  bool is_local_name() const;
  friend bool operator==(const Origin&, const Origin&) = default;
};

// The length of "https://host:port" at the beginning of a URL.
std::size_t origin_length(std::string_view url);

// Parses "https://host" or "http://host:port", without a path. kInvalidRequest: any other text. The message says what
// is wrong, and quotes nothing.
Result<Origin> parse_origin(std::string_view text);

}  // namespace parley::base
