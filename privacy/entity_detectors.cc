// Detectors built on the recognizers of intents/entities: cards, IBANs, IP addresses, postcodes and social security
// numbers. Comments state where a detector accepts more or less than the param type does.
// Tested by tests/privacy/detectors_test.cc.
#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/pattern.h"
#include "privacy/detector_functions.h"
#include "privacy/windows.h"

namespace parley::privacy {
namespace {

// For recognizers that scan a text of any length without windows: cards and IBANs.
void find_anywhere(const intents::Recogniser& recogniser, std::string_view plain, Spans& out) {
  std::vector<intents::Found> found;
  recogniser.find({plain, {}, true}, found);
  for (const intents::Found& one : found) out.push_back({one.begin, one.end});
}

// Returns the end of a prefix length after an IP address, such as "/24" (RFC 4632, RFC 4291), or `at`.
std::size_t prefix_end(std::string_view plain, std::size_t at, bool is_version_6) {
  if (!base::char_at(plain, at, '/')) return at;
  std::size_t end = at + 1;
  int length = 0;
  while (base::digit_at(plain, end) && end - at <= 3) length = length * 10 + (plain[end++] - '0');
  const bool is_length = end > at + 1 && length <= (is_version_6 ? 128 : 32) && !base::letter_at(plain, end);
  return is_length ? end : at;
}

// Finds IPv4 addresses directly after a colon, even in text that is not a valid address as a whole, such as
// "host::ffff:192.0.2.1".
void find_last_quads(std::string_view plain, Spans& out) {
  static const intents::Pattern quad(R"(:((?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|\d{1,2})))");
  intents::Pattern::Groups groups;
  for (std::size_t from = 0; quad.find(plain, from, groups);) {
    const auto begin = static_cast<std::size_t>(groups[1].data() - plain.data());
    from = begin + groups[1].size();
    const bool continues =
        base::letter_at(plain, from) || (base::char_at(plain, from, '.') && base::digit_at(plain, from + 1));
    if (!continues) out.push_back({begin, from});
  }
}

}  // namespace

// One number in ten passes the check digit by chance. So without a word like "card" before it, the number must begin
// like cards in use (ISO/IEC 7812): never with 0, 1 or 7, and with 8 or 9 only as a few national schemes do.
void find_cards(std::string_view plain, Spans& out) {
  static const auto recogniser = intents::make_credit_card();
  static const intents::Pattern named(
      R"(\b(?:card|cc|karte|kreditkarte|carte|tarjeta|carta|kaart|creditcard|cartao|kart)\w*)");
  constexpr std::size_t kBefore = 48;
  Spans found;
  find_anywhere(*recogniser, plain, found);
  for (const Span& span : found) {
    const std::string_view start = plain.substr(span.begin, 4);
    const bool is_usual = start[0] >= '2' && start[0] <= '6';
    const bool is_national = start.substr(0, 2) == "81" || start.substr(0, 2) == "82" || start.substr(0, 2) == "86" ||
                             start == "9792" || start == "9860";
    if (is_usual || is_national || named.occurs_in(text_before(plain, span.begin, kBefore))) out.push_back(span);
  }
}

void find_ibans(std::string_view plain, Spans& out) {
  static const auto recogniser = intents::make_iban();
  find_anywhere(*recogniser, plain, out);
}

void find_ips(std::string_view plain, Spans& out) {
  static const auto recogniser = intents::make_ip();
  find_by(*recogniser, plain, true, [&](Span span, const Value&) {
    // An address that ends in a colon does not count before another colon (":::").
    if (base::char_at(plain, span.end, ':') && plain[span.end - 1] == ':') return;
    const bool is_version_6 = plain.substr(span.begin, span.end - span.begin).find(':') != std::string_view::npos;
    span.end = prefix_end(plain, span.end, is_version_6);
    out.push_back(span);
  });
  find_last_quads(plain, out);
}

// Whether a postcode is spelled out. Ordinary text such as "do I do" or "is one for 6" can also be read as a spelled
// postcode. Text counts as spelled out if single characters and long code words ("alpha", "double") prevail.
bool is_spelt_out(std::string_view written) {
  constexpr std::size_t kLongWord = 4;
  if (written.find_first_of(".,") != std::string_view::npos) return false;
  std::size_t words = 0, single = 0, speaking = 0;
  for (std::size_t at = 0; at < written.size();) {
    const std::size_t end = std::min(written.find_first_of(" -", at), written.size());
    words += end > at ? 1U : 0U;
    single += end == at + 1 ? 1U : 0U;
    speaking += end >= at + kLongWord ? 1U : 0U;
    at = end + 1;
  }
  return (single >= 2 || speaking >= 3) && (single + speaking) * 2 >= words;
}

void find_uk_postcodes(std::string_view plain, Spans& out) {
  static const auto recogniser = intents::make_uk_postcode();
  find_by(*recogniser, plain, false, [&](const Span& span, const Value&) { out.push_back(span); });
  find_by(*recogniser, plain, true, [&](const Span& span, const Value&) {
    if (is_spelt_out(plain.substr(span.begin, span.end - span.begin))) out.push_back(span);
  });
}

// Nine digits without separators count only after a word that names them.
void find_us_ssns(std::string_view plain, Spans& out) {
  static const auto recogniser = intents::make_us_ssn();
  static const intents::Pattern named(R"(\b(?:ssn|itin|tin|ss ?#|social(?: security| sec\.?)?|tax(?:payer)? id))");
  find_by(*recogniser, plain, true, [&](const Span& span, const Value&) {
    constexpr std::size_t kBare = 9;
    constexpr std::size_t kBefore = 48;
    if (span.end - span.begin > kBare || named.occurs_in(text_before(plain, span.begin, kBefore))) out.push_back(span);
  });
}

}  // namespace parley::privacy
