// The part of the secret detector that recognizes keys by their shape: vendor keys with a known prefix, JSON web tokens
// (RFC 7519) and private keys in PEM (RFC 7468).
// Tested by tests/privacy/detectors_test.cc.
#include <algorithm>
#include <array>

#include "base/boundaries.h"
#include "privacy/detector_functions.h"

namespace parley::privacy {
namespace {

using base::is_digit;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_alnum(char c) { return is_digit(c) || is_upper(c) || (c >= 'a' && c <= 'z'); }
bool is_upper_or_digit(char c) { return is_upper(c) || is_digit(c); }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }
bool is_word(char c) { return is_alnum(c) || c == '_'; }
bool is_base64_url(char c) { return is_word(c) || c == '-'; }
bool is_dotted(char c) { return is_base64_url(c) || c == '.'; }

struct KeyShape {
  std::string_view prefix;
  bool (*allows)(char);
  std::size_t min;  // characters after the prefix
  bool is_exact;    // exactly `min` characters
};

constexpr std::array<KeyShape, 56> kShapes = {{
    // Amazon: access keys of users, temporary keys, and ids of roles and groups
    {"AKIA", is_upper_or_digit, 16, true},
    {"ASIA", is_upper_or_digit, 16, true},
    {"ABIA", is_upper_or_digit, 16, true},
    {"ACCA", is_upper_or_digit, 16, true},
    {"AGPA", is_upper_or_digit, 16, true},
    {"AIDA", is_upper_or_digit, 16, true},
    {"AROA", is_upper_or_digit, 16, true},
    // Google
    {"AIza", is_base64_url, 35, true},
    {"ya29.", is_base64_url, 20, false},
    {"GOCSPX-", is_base64_url, 20, false},
    // GitHub, GitLab
    {"ghp_", is_alnum, 36, false},
    {"gho_", is_alnum, 36, false},
    {"ghu_", is_alnum, 36, false},
    {"ghs_", is_alnum, 36, false},
    {"ghr_", is_alnum, 36, false},
    {"github_pat_", is_word, 22, false},
    {"glpat-", is_base64_url, 20, false},
    {"gldt-", is_base64_url, 20, false},
    // Slack
    {"xoxa-", is_base64_url, 10, false},
    {"xoxb-", is_base64_url, 10, false},
    {"xoxc-", is_base64_url, 10, false},
    {"xoxd-", is_base64_url, 10, false},
    {"xoxe-", is_base64_url, 10, false},
    {"xoxe.", is_dotted, 10, false},
    {"xoxp-", is_base64_url, 10, false},
    {"xoxr-", is_base64_url, 10, false},
    {"xoxs-", is_base64_url, 10, false},
    {"xapp-", is_base64_url, 10, false},
    // Stripe
    {"sk_live_", is_alnum, 10, false},
    {"sk_test_", is_alnum, 10, false},
    {"rk_live_", is_alnum, 10, false},
    {"rk_test_", is_alnum, 10, false},
    {"pk_live_", is_alnum, 10, false},
    {"pk_test_", is_alnum, 10, false},
    {"whsec_", is_alnum, 16, false},
    // Square, Shopify, Twilio, SendGrid, Mailgun
    {"sq0atp-", is_base64_url, 22, false},
    {"sq0csp-", is_base64_url, 40, false},
    {"shpat_", is_hex, 32, false},
    {"shpca_", is_hex, 32, false},
    {"shppa_", is_hex, 32, false},
    {"shpss_", is_hex, 32, false},
    {"SK", is_hex, 32, true},
    {"SG.", is_dotted, 60, false},
    {"key-", is_hex, 32, true},
    // Package registries and clouds
    {"npm_", is_alnum, 36, true},
    {"pypi-", is_base64_url, 50, false},
    {"dckr_pat_", is_base64_url, 20, false},
    {"dop_v1_", is_hex, 64, true},
    {"doo_v1_", is_hex, 64, true},
    {"hvs.", is_base64_url, 20, false},
    {"hf_", is_alnum, 30, false},
    {"gsk_", is_alnum, 40, false},
    {"lin_api_", is_alnum, 30, false},
    {"sk-", is_base64_url, 20, false},
    {"EAAC", is_alnum, 40, false},
    {"AGE-SECRET-KEY-1", is_upper_or_digit, 58, true},
}};

// The first two bytes of all key prefixes. This set alone rejects most words.
class Beginnings {
 public:
  constexpr Beginnings() {
    for (const KeyShape& shape : kShapes) is_one_[place_of(shape.prefix)] = true;
  }
  constexpr bool has(std::string_view text) const { return text.size() >= 2 && is_one_[place_of(text)]; }

 private:
  static constexpr std::size_t place_of(std::string_view text) {
    return static_cast<std::size_t>((text[0] & 0x7F) << 7 | (text[1] & 0x7F));
  }
  std::array<bool, 128 * 128> is_one_{};
};
constexpr Beginnings kBeginnings;

std::size_t run_end(std::string_view text, std::size_t at, bool (*allows)(char)) {
  while (at < text.size() && allows(text[at])) ++at;
  return at;
}

// Returns the end of the key that begins at `begin`, or `begin` if there is no key. The first 96 bytes after the prefix
// must contain a digit, which words do not. Only those bytes are examined, so a long non-key costs little.
std::size_t key_end(std::string_view text, std::size_t begin) {
  constexpr std::size_t kLooked = 96;
  for (const KeyShape& shape : kShapes) {
    if (text.substr(begin, shape.prefix.size()) != shape.prefix) continue;
    const std::size_t from = begin + shape.prefix.size();
    const std::string_view looked = text.substr(from, kLooked);
    const std::string_view body = looked.substr(0, run_end(looked, 0, shape.allows));
    if (body.size() < shape.min || std::none_of(body.begin(), body.end(), is_digit)) continue;
    if (!shape.is_exact) return run_end(text, from, shape.allows);
    if (body.size() == shape.min && !base::letter_at(text, from + body.size())) return from + body.size();
  }
  return begin;
}

constexpr std::string_view kPemBegin = "-----BEGIN ";
constexpr std::string_view kPemEnd = "-----END ";

bool is_of_pem(char c) {
  return is_alnum(c) || std::string_view("+/=-:,.() \t\r\n\\").find(c) != std::string_view::npos;
}

// Reports a private key from its first line to its last. If the last line is missing, the key extends as far as PEM
// characters do.
void find_private_keys(std::string_view text, Spans& out) {
  std::size_t end_line = 0;  // the END line found last
  for (std::size_t at = text.find(kPemBegin); at != std::string_view::npos; at = text.find(kPemBegin, at)) {
    const std::size_t begin = at;
    at += kPemBegin.size();
    const std::size_t name_end = text.substr(at, 64).find("-----");
    if (name_end == std::string_view::npos) continue;
    if (text.substr(at, name_end).find("PRIVATE KEY") == std::string_view::npos) continue;
    at += name_end;
    if (end_line < at) end_line = std::min(text.find(kPemEnd, at), text.size());
    std::size_t end = text.size();
    if (end_line < text.size()) {
      const std::size_t close = text.substr(end_line + kPemEnd.size(), 64).find("-----");
      end = close == std::string_view::npos ? end_line + kPemEnd.size() : end_line + kPemEnd.size() + close + 5;
    } else {
      end = run_end(text, at, is_of_pem);
      while (end > at && static_cast<unsigned char>(text[end - 1]) <= ' ') --end;
    }
    out.push_back({begin, end});
    at = end;
  }
}

// Finds header.payload.signature. The first two are JSON objects, which begin with "ey" in base64. The signature may be
// missing.
void find_web_tokens(std::string_view text, Spans& out) {
  constexpr std::size_t kShortest = 8;
  for (std::size_t at = text.find("ey"); at != std::string_view::npos; at = text.find("ey", at)) {
    const std::size_t begin = at;
    at += 2;
    if (base::letter_before(text, begin)) continue;
    const std::size_t header_end = run_end(text, begin, is_base64_url);
    // A later "ey" before `header_end` would end there as well, so it would fail for the same reason.
    at = header_end;
    if (header_end - begin < kShortest || !base::char_at(text, header_end, '.')) continue;
    if (text.substr(header_end + 1, 2) != "ey") continue;
    const std::size_t payload_end = run_end(text, header_end + 1, is_base64_url);
    if (payload_end - header_end <= kShortest) continue;
    at = base::char_at(text, payload_end, '.') ? run_end(text, payload_end + 1, is_dotted) : payload_end;
    while (text[at - 1] == '.') --at;
    out.push_back({begin, at});
  }
}

}  // namespace

void find_keys(std::string_view plain, Spans& out) {
  const bool has_digits = std::any_of(plain.begin(), plain.end(), is_digit);
  for (std::size_t at = has_digits ? 0 : plain.size(); at < plain.size(); ++at) {
    if (!kBeginnings.has(plain.substr(at)) || base::letter_before(plain, at)) continue;
    const std::size_t end = key_end(plain, at);
    if (end == at) continue;
    out.push_back({at, end});
    at = end - 1;
  }
  find_private_keys(plain, out);
  find_web_tokens(plain, out);
}

void find_secrets(std::string_view plain, Spans& out) {
  find_keys(plain, out);
  find_contextual_secrets(plain, out);
}

}  // namespace parley::privacy
