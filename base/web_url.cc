#include "base/web_url.h"

#include <algorithm>

#include "base/boundaries.h"
#include "base/text.h"
#include "parley/attachment.h"

namespace parley::base {
namespace {

constexpr std::string_view kUnreserved = "-._~", kReserved = ":/?#[]@!$&'()*+,;=%", kAfterHost = "/?#";

bool is_unreserved(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || is_digit(c) || kUnreserved.find(c) != std::string_view::npos;
}

// Returns what follows "https://" or "http://"; null data if the text begins with neither.
std::string_view after_scheme(std::string_view text) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (lower_ascii(text.substr(0, scheme.size())) == scheme) return text.substr(scheme.size());
  }
  return {};
}

// Returns the host with its port. Empty: the text has no scheme or no host, or has a user name before its host
// ("https://bank.example@evil.example"). A '%' in a host may be the code of '@'.
std::string_view host_of(std::string_view text) {
  const std::string_view rest = after_scheme(text);
  const std::string_view host = rest.substr(0, rest.find_first_of(kAfterHost));
  return host.find_first_of("@%") == std::string_view::npos ? host : std::string_view();
}

}  // namespace

bool is_web_url(std::string_view text) {
  return !host_of(text).empty() && text.size() <= kMaxUrlBytes && std::all_of(text.begin(), text.end(), [](char c) {
    return is_unreserved(c) || kReserved.find(c) != std::string_view::npos;
  });
}

bool has_whole_host(std::string_view beginning) {
  return !host_of(beginning).empty() && after_scheme(beginning).find_first_of(kAfterHost) != std::string_view::npos;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += {'%', kDigits[byte >> 4], kDigits[byte & 0xF]};
  }
  return out;
}

}  // namespace parley::base
