// The email detector: an address around an @, which may be written as %40, (at) or [at]. Lengths and characters follow
// RFC 5321, and RFC 6531 for alphabets that separate words by blanks. A domain has at least two labels, or is an IP
// address in brackets.
// Tested by tests/privacy/detectors_test.cc.
#include <algorithm>

#include "base/boundaries.h"
#include "base/text.h"
#include "privacy/detector_functions.h"

namespace parley::privacy {
namespace {

constexpr std::size_t kLongestLocal = 64;
constexpr std::size_t kLongestLabel = 63;
constexpr std::size_t kLongestDomain = 255;

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_letter_or_digit(char c) { return is_ascii_letter(c) || base::is_digit(c); }

// Whether this is a byte of a two-byte UTF-8 letter: Latin, Greek or Cyrillic.
bool is_byte_of_letter(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte >= 0xC3 && byte <= 0xD4) return true;
  return byte >= 0x80 && byte < 0xC0 && at > 0 && static_cast<unsigned char>(text[at - 1]) >= 0xC3 &&
         static_cast<unsigned char>(text[at - 1]) <= 0xD4;
}

bool is_of_local(std::string_view text, std::size_t at) {
  return is_letter_or_digit(text[at]) ||
         std::string_view("!#$%&'*+-/=?^_`|~.").find(text[at]) != std::string_view::npos || is_byte_of_letter(text, at);
}

bool is_of_label(std::string_view text, std::size_t at) {
  return is_letter_or_digit(text[at]) || text[at] == '-' || text[at] == '_' || is_byte_of_letter(text, at);
}

// Returns the start of the local part that ends at `end`, or `end` if not found.
std::size_t local_begin(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && end - begin < kLongestLocal && is_of_local(text, begin - 1)) --begin;
  // Drop a leading "mailto" or "name=", and quotes and punctuation before the address.
  const std::size_t equals = text.substr(begin, end - begin).find_last_of("=?&/|");
  if (equals != std::string_view::npos) begin += equals + 1;
  while (begin < end && !is_letter_or_digit(text[begin]) && !is_byte_of_letter(text, begin) && text[begin] != '_') {
    ++begin;
  }
  while (begin < end && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) ++begin;
  return begin;
}

// Returns the end of "[192.0.2.1]" or "[IPv6:2001:db8::1]", or `begin` if it is not an address literal.
std::size_t literal_end(std::string_view text, std::size_t begin) {
  const std::size_t close = text.substr(begin, 64).find(']');
  if (close == std::string_view::npos || close < 3) return begin;
  const std::string_view inside = text.substr(begin + 1, close - 1);
  const bool is_address =
      std::all_of(inside.begin(), inside.end(), [](char c) { return is_letter_or_digit(c) || c == '.' || c == ':'; });
  return is_address && std::any_of(inside.begin(), inside.end(), base::is_digit) ? begin + close + 1 : begin;
}

// Returns the end of the top-level domain, or `begin` if the label cannot be a top-level domain. It has at least two
// letters, and digits only in its ASCII form (xn--). After ASCII letters it ends where another script continues, as a
// Korean particle does.
std::size_t last_label_end(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view label = text.substr(begin, end - begin);
  if (base::lower_ascii(label.substr(0, 4)) == "xn--") return end;
  if (!label.empty() && is_ascii_letter(label[0])) {
    const auto other = std::find_if_not(label.begin(), label.end(), is_ascii_letter);
    const auto length = static_cast<std::size_t>(other - label.begin());
    const bool continues = other != label.end() && (base::is_digit(*other) || *other == '_');
    return length >= 2 && !continues ? begin + length : begin;
  }
  const bool has_digit = std::any_of(label.begin(), label.end(), base::is_digit);
  return label.size() >= 4 && !has_digit ? end : begin;
}

// Returns the end of the domain that begins at `begin`, or `begin` if not found.
std::size_t domain_end(std::string_view text, std::size_t begin) {
  if (begin < text.size() && text[begin] == '[') return literal_end(text, begin);
  std::size_t best = begin;
  int labels = 0;
  for (std::size_t at = begin; at < text.size() && at - begin < kLongestDomain;) {
    const std::size_t label = at;
    while (at < text.size() && at - label < kLongestLabel && is_of_label(text, at)) ++at;
    if (at == label) break;
    if (++labels > 1) {
      const std::size_t end = last_label_end(text, label, at);
      if (end > label) best = end;
    }
    if (at >= text.size() || text[at] != '.') break;
    ++at;
  }
  return best;
}

// Returns the position after an @ in one of its forms, or `at` if not found.
std::size_t past_at_sign(std::string_view text, std::size_t at) {
  if (text[at] == '@') return at + 1;
  for (const std::string_view form : {"%40", "(at)", "[at]", " (at) ", " [at] "}) {
    if (text[at] == form[0] && base::lower_ascii(text.substr(at, form.size())) == form) return at + form.size();
  }
  return at;
}

}  // namespace

void find_emails(std::string_view plain, Spans& out) {
  for (std::size_t at = plain.find_first_of("@%([ "); at != std::string_view::npos;
       at = plain.find_first_of("@%([ ", at + 1)) {
    const std::size_t after = past_at_sign(plain, at);
    if (after == at) continue;
    const std::size_t begin = local_begin(plain, at);
    if (begin == at) continue;
    const std::size_t end = domain_end(plain, after);
    if (end > after) out.push_back({begin, end});
  }
}

}  // namespace parley::privacy
