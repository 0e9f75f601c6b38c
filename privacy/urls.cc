// The url_with_credentials detector: a URL of any scheme with a password or token, before the host ("user:word@host")
// or in a parameter with a name like "token". The span covers the whole URL, because the resource behind it is private,
// too.
// Tested by tests/privacy/detectors_test.cc.
#include <algorithm>
#include <array>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "privacy/detector_functions.h"

namespace parley::privacy {
namespace {

constexpr std::size_t kLongestScheme = 20;
constexpr std::size_t kLongestAuthority = 512;
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kTokenLength = 16;  // a user name with digits counts as a token from this length on

bool is_ascii_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || base::is_digit(c); }

bool ends_address(char c) {
  return static_cast<unsigned char>(c) <= ' ' || std::string_view("\"'<>`\\^{|}").find(c) != std::string_view::npos;
}

bool has_credentials_before_host(std::string_view authority) {
  const std::size_t at = authority.rfind('@');
  if (at == std::string_view::npos) return false;
  const std::string_view user = authority.substr(0, at);
  const std::size_t colon = user.find(':');
  if (colon != std::string_view::npos) return colon + 1 < user.size();
  return user.size() >= kTokenLength && std::any_of(user.begin(), user.end(), base::is_digit);
}

bool names_a_secret(std::string_view name) {
  constexpr std::array<std::string_view, 22> kWhole = {
      "password",  "passwd",  "pwd", "pass",      "passphrase", "token",     "auth",      "apikey",
      "key",       "secret",  "sig", "signature", "jwt",        "session",   "sessionid", "sid",
      "accesskey", "authkey", "otp", "pin",       "bearer",     "credential"};
  constexpr std::array<std::string_view, 9> kEndings = {"password",  "passwd",  "token",      "secret",   "key",
                                                        "signature", "session", "credential", "sessionid"};
  const std::string lower = base::lower_ascii(name);
  if (std::find(kWhole.begin(), kWhole.end(), lower) != kWhole.end()) return true;
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) {
    if (lower.size() <= ending.size() || lower.compare(lower.size() - ending.size(), ending.size(), ending) != 0) {
      return false;
    }
    const std::size_t begin = lower.size() - ending.size();
    const bool is_capital = name[begin] >= 'A' && name[begin] <= 'Z';
    return !is_ascii_letter_or_digit(lower[begin - 1]) || is_capital;  // "access_token", "accessToken"
  });
}

// "a=b&token=c", "#access_token=..."
bool has_secret_parameter(std::string_view query) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find_first_of("&;?#"), query.size());
    const std::string_view parameter = query.substr(0, end);
    const std::size_t equals = parameter.find('=');
    if (equals != std::string_view::npos && equals <= kLongestName && equals + 1 < parameter.size() &&
        names_a_secret(parameter.substr(0, equals))) {
      return true;
    }
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return false;
}

std::size_t scheme_begin(std::string_view plain, std::size_t colon) {
  std::size_t begin = colon;
  while (begin > 0 && colon - begin < kLongestScheme &&
         (is_ascii_letter_or_digit(plain[begin - 1]) ||
          std::string_view("+.-").find(plain[begin - 1]) != std::string_view::npos)) {
    --begin;
  }
  while (begin < colon && !is_ascii_letter_or_digit(plain[begin])) ++begin;
  return begin;
}

}  // namespace

void find_urls_with_credentials(std::string_view plain, Spans& out) {
  constexpr std::string_view kMark = "://";
  std::size_t address_end = 0;  // end of the URL that contains the previous "://"
  for (std::size_t mark = plain.find(kMark); mark != std::string_view::npos; mark = plain.find(kMark, mark + 1)) {
    const std::size_t begin = scheme_begin(plain, mark);
    if (begin == mark) continue;
    const bool is_nested = mark < address_end;
    if (!is_nested) {
      address_end = mark + kMark.size();
      while (address_end < plain.size() && !ends_address(plain[address_end])) ++address_end;
      while (address_end > mark &&
             std::string_view(".,;:!?)]").find(plain[address_end - 1]) != std::string_view::npos) {
        --address_end;
      }
    }
    if (address_end <= mark + kMark.size()) continue;
    const std::string_view rest = plain.substr(mark + kMark.size(), address_end - mark - kMark.size());
    const std::string_view authority =
        rest.substr(0, std::min(rest.substr(0, kLongestAuthority).find_first_of("/?#"), kLongestAuthority));
    // The query of a nested URL is checked with that of the outer URL.
    const std::size_t query = is_nested ? std::string_view::npos : rest.find_first_of("?#;");
    if (has_credentials_before_host(authority) ||
        (query != std::string_view::npos && has_secret_parameter(rest.substr(query + 1)))) {
      out.push_back({begin, address_end});
    }
  }
}

}  // namespace parley::privacy
