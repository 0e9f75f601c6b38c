#include "base/origin.h"

#include <algorithm>
#include <optional>

#include "base/boundaries.h"
#include "base/ip_address.h"
#include "base/text.h"

namespace parley::base {
namespace {

constexpr std::size_t kMaxHost = 253, kMaxLabel = 63;

Unexpected wrong(const char* what) { return Unexpected(ErrorCode::kInvalidRequest, what); }

bool is_label(std::string_view label) {
  const auto is_allowed = [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-'; };
  return !label.empty() && label.size() <= kMaxLabel && label.front() != '-' && label.back() != '-' &&
         std::all_of(label.begin(), label.end(), is_allowed);
}

// Some programs read a name whose last label is a number, such as "0x7f.1" and "2130706433", as an address.
bool may_be_a_number(std::string_view label) { return is_digit(label.front()); }

// Returns what is wrong with a lower-case host name; null if nothing is.
const char* problem_of_name(std::string_view host) {
  if (host.size() > kMaxHost) return "the host name is longer than 253 characters";
  std::string_view rest = host, last;
  for (;;) {
    const std::size_t dot = rest.find('.');
    last = rest.substr(0, dot);
    if (!is_label(last)) {
      return is_ascii(host) ? "the host is not a plain host name (letters, digits, hyphens and dots)"
                            : "the host is not in ASCII; write it in its xn-- form";
    }
    if (dot == std::string_view::npos) break;
    rest.remove_prefix(dot + 1);
  }
  return may_be_a_number(last) ? "the host looks like a number; write an address as four decimal numbers" : nullptr;
}

std::optional<int> parse_port(std::string_view digits) {
  if (digits.empty() || digits.size() > 5 || digits[0] == '0') return std::nullopt;
  int port = 0;
  for (const char c : digits) {
    if (!is_digit(c)) return std::nullopt;
    port = port * 10 + (c - '0');
  }
  return port <= 65535 ? std::optional(port) : std::nullopt;
}

// Parses "host", "[address]" or either with ":port".
Result<Origin> parse_authority(Origin origin, std::string_view text) {
  if (text.empty()) return wrong("the host is missing");
  if (text.find('@') != std::string_view::npos) return wrong("a user name is not allowed before the host");
  std::string_view after;
  if (text.front() == '[') {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return wrong("the ']' after the address is missing");
    const std::string_view inside = text.substr(1, end - 1);
    const auto address = parse_ip(inside);
    if (!address || address->is_v4) return wrong("the text in brackets is not an IPv6 address");
    origin.host = address->to_string();
    after = text.substr(end + 1);
  } else {
    const std::size_t colon = text.find(':');
    origin.host = lower_ascii(text.substr(0, colon));
    after = colon == std::string_view::npos ? std::string_view() : text.substr(colon);
    if (!parse_ip(origin.host)) {
      if (const char* problem = problem_of_name(origin.host)) return wrong(problem);
    }
  }
  if (after.empty()) return origin;
  const auto port = after.front() == ':' ? parse_port(after.substr(1)) : std::nullopt;
  if (!port) return wrong("the port is not a number from 1 to 65535");
  origin.port = *port;
  return origin;
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

std::string Origin::to_string() const {
  const std::string shown = host.find(':') == std::string::npos ? host : "[" + host + "]";
  const int own_port = is_https ? 443 : 80;
  return (is_https ? "https://" : "http://") + shown + (port == own_port ? "" : ":" + std::to_string(port));
}

bool Origin::is_local_name() const {
  if (parse_ip(host)) return false;
  if (host.find('.') == std::string::npos) return true;
  constexpr std::string_view kSuffixes[] = {".localhost", ".localdomain", ".local", ".internal",
                                            ".home.arpa", ".svc",         ".lan",   ".intranet"};
  return std::any_of(std::begin(kSuffixes), std::end(kSuffixes),
                     [&](std::string_view suffix) { return ends_with(host, suffix); });
}

std::size_t origin_length(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return url.size();
  return std::min(url.find_first_of("/?#\\", scheme + 3), url.size());
}

Result<Origin> parse_origin(std::string_view text) {
  Origin origin;
  const std::size_t end = text.find("://");
  const std::string scheme = lower_ascii(text.substr(0, end == std::string_view::npos ? 0 : end));
  if (scheme != "https" && scheme != "http") return wrong("the URL must begin with https:// or http://");
  origin.is_https = scheme == "https";
  origin.port = origin.is_https ? 443 : 80;
  return parse_authority(std::move(origin), text.substr(end + 3));
}

}  // namespace parley::base
