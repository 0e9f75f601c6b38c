// The part of the secret detector that recognizes a secret by the words before it: "password: hunter2", "my PIN is
// 4711", "Authorization: Bearer ...", {"api_key": "..."}. The span covers only the secret.
//
// After a colon or an equals sign any text is a password unless it is a common word. A key or a token must be quoted or
// look like a secret: it has a digit, a punctuation mark or an inner capital. After "is", a password must be quoted or
// look like a secret as well: "my password is wrong" has no secret.
// Tested by tests/privacy/detectors_test.cc.
#include <algorithm>
#include <array>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "intents/pattern.h"
#include "intents/prefilter.h"
#include "privacy/detector_functions.h"

namespace parley::privacy {
namespace {

using base::is_digit;
using intents::Pattern;
using intents::Prefilter;

constexpr std::size_t kShortest = 3;
constexpr std::size_t kLongestQuoted = 512;
constexpr std::size_t kLongBearer = 20;
constexpr std::size_t kMaxTokenBytes = 128;  // limit for a token before it is accepted

// Group 1 is set if the pattern found a password, which may be a word. If it is unset, the pattern found a key or a
// token, which must look like a secret or be quoted. Group 2 is the separator or the verb.
constexpr const char* kNamed =
    R"((?:(pass ?words?|passwd|pass ?phrase|pass ?code|passwort|kennwort|pwd|mot de passe|contrasena|clave|)"
    R"(parola d'ordine|parola chiave|wachtwoord|senha|palavra-passe|has[l\x{142}]o)|)"
    R"((?:api|access|account|secret|private|encryption|auth|shared|signing|master|license|subscription|app|webhook))"
    R"((?:[ _-]?(?:access|secret|auth))?[ _-]?(?:key|secret|token|signature)(?:[ _-]?id)?|)"
    R"(client[ _-]?secret|(?:refresh|bearer|id|session|security|csrf|xsrf)[ _-]?token|session[ _-]?id|secret|token|)"
    R"(credentials?))"
    R"([\\"'\])]{0,3}\s{0,3}(:=|=>|[:=]|\s(?:is|was|ist|war|lautet|est|es|e|jest|to)\b:?)\s{0,3})";
constexpr const char* kBearer = R"(\b(?:bearer|basic|digest|negotiate)\s{1,3}([a-z0-9._~+/=-]{8,256}))";
constexpr const char* kAuthorization =
    R"(\b(?:proxy-)?authorization[\\"']{0,3}\s{0,3}[:=]\s{0,3}[\\"']{0,2}(?:[a-z]{3,12}\s{1,3})?)";
constexpr const char* kPin =
    R"(\b(?:pin|cvv2?|cvc2?|cav2|security code|otp|tan|one[ -]?time (?:code|password|pin)|verification code|)"
    R"(sicherheitscode|code (?:secret|de securite)|codigo de seguridad|codice di sicurezza|beveiligingscode))"
    R"((?: ?-?(?:code|number|no\.?|nummer))?["'\\]{0,2}[\s:=.]{0,3}(?:(?:is|was|ist|est|es|e|jest)\b[\s:=]{0,3})?)"
    R"(["'\\]{0,2}([0-9]{3,8})\b)";

enum { kNamedSecret, kBearerToken, kAuthorizationHeader, kPinCode };

struct SecretPatterns {
  SecretPatterns() {
    for (const Pattern& pattern : all) filter.add(pattern.regex());
    filter.compile();
  }
  const std::array<Pattern, 4> all{Pattern(kNamed), Pattern(kBearer), Pattern(kAuthorization), Pattern(kPin)};
  Prefilter filter;
};

const SecretPatterns& patterns() {
  static const SecretPatterns all;
  return all;
}

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }
bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

// Whether the text after "password:" is an ordinary word and not a password.
bool is_common_word(std::string_view token) {
  constexpr std::array<std::string_view, 64> kWords = {
      "a",       "all",   "and",   "any",  "are",  "but",  "can",      "could",     "did",      "do",   "does",
      "false",   "for",   "from",  "get",  "has",  "have", "here",     "how",       "i",        "if",   "in",
      "invalid", "is",    "it",    "it's", "may",  "mine", "missing",  "my",        "new",      "nil",  "no",
      "none",    "not",   "null",  "of",   "on",   "or",   "please",   "required",  "string",   "that", "the",
      "then",    "there", "this",  "to",   "true", "what", "when",     "where",     "which",    "who",  "why",
      "will",    "with",  "wrong", "yes",  "you",  "your", "optional", "undefined", "forgotten"};
  const std::string lower = base::lower_ascii(token);
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

constexpr std::string_view kMarksOfSecret = "!@#$%^&*_+=~<>?/|";

// Cheap filter that rejects most messages before the patterns run. A secret is quoted, follows a colon or an equals
// sign, or looks like a secret. A bearer token only needs to be long.
bool may_hold_secret(std::string_view plain) {
  static constexpr auto kSecretBytes = [] {
    std::array<bool, 256> bytes_of_secrets{};
    for (const std::string_view bytes : {kMarksOfSecret, std::string_view("0123456789:\"'`")}) {
      for (const char c : bytes) bytes_of_secrets[static_cast<unsigned char>(c)] = true;
    }
    return bytes_of_secrets;
  }();
  std::size_t run = 0;  // length of the current run of non-blank bytes
  for (const char c : plain) {
    const bool is_capital_inside = run > 0 && c >= 'A' && c <= 'Z';
    run = is_blank(c) ? 0 : run + 1;
    if (kSecretBytes[static_cast<unsigned char>(c)] || is_capital_inside || run >= kLongBearer) return true;
  }
  return false;
}

bool is_starred_out(std::string_view token) {
  return std::all_of(token.begin(), token.end(),
                     [](char c) { return std::string_view("*x.-_#").find(c) != std::string_view::npos; });
}

bool looks_secret(std::string_view token) {
  for (std::size_t i = 0; i < token.size(); ++i) {
    const char c = token[i];
    if (is_digit(c) || (i > 0 && c >= 'A' && c <= 'Z')) return true;
    if (kMarksOfSecret.find(c) != std::string_view::npos) return true;
  }
  return false;
}

// Returns the span between quotes, which may be escaped. The span is empty if there is no closing quote nearby.
Span quoted(std::string_view plain, std::size_t at) {
  const std::size_t escape = plain[at] == '\\' ? 1 : 0;
  const char quote = plain[at + escape];
  const std::size_t begin = at + escape + 1;
  for (std::size_t end = begin; end < plain.size() && end - begin <= kLongestQuoted; ++end) {
    if (plain[end] == '\n') break;
    if (plain[end] == quote) return {begin, escape && end > begin ? end - 1 : end};
    if (plain[end] == '\\' && !escape) ++end;
  }
  return {begin, begin};
}

// Returns the span up to a blank or a quote, at most `most` bytes. After an equals sign it also ends at a parameter
// separator.
Span unquoted(std::string_view plain, std::size_t at, bool after_equals, std::size_t most) {
  std::size_t end = at;
  while (end < plain.size() && end - at < most && !is_blank(plain[end]) && !is_quote(plain[end])) {
    if (after_equals && (plain[end] == '&' || plain[end] == ';')) break;
    ++end;
  }
  while (end > at && std::string_view(".,;:?)]}\\").find(plain[end - 1]) != std::string_view::npos) --end;
  return {at, end};
}

void find_named(std::string_view plain, Spans& out) {
  Pattern::Groups groups;
  for (std::size_t from = 0; patterns().all[kNamedSecret].find(plain, from, groups);) {
    const auto at = static_cast<std::size_t>(groups[0].data() - plain.data()) + groups[0].size();
    from = at;
    if (at >= plain.size()) return;
    const bool is_password = groups[1].data() != nullptr;
    const char mark = groups[2].front();
    const bool is_verb = is_blank(mark);
    const bool has_quote =
        is_quote(plain[at]) || (plain[at] == '\\' && at + 1 < plain.size() && is_quote(plain[at + 1]));
    Span span = has_quote ? quoted(plain, at) : unquoted(plain, at, mark == '=', kMaxTokenBytes);
    const bool is_quoted = has_quote && span.end > span.begin;
    if (has_quote && !is_quoted) continue;
    const std::string_view token = plain.substr(span.begin, span.end - span.begin);
    if (token.size() < kShortest || is_starred_out(token) || is_common_word(token)) continue;
    if (token.find(kHidden) != std::string_view::npos) continue;
    if (is_verb && !is_quoted && !looks_secret(token)) continue;
    if (!is_password && !is_quoted && !looks_secret(token)) continue;
    if (!has_quote) span = unquoted(plain, at, mark == '=', plain.size());
    out.push_back(span);
    from = span.end;
  }
}

void find_bearer_tokens(std::string_view plain, Spans& out) {
  Pattern::Groups groups;
  for (std::size_t from = 0; patterns().all[kBearerToken].find(plain, from, groups);) {
    const auto begin = static_cast<std::size_t>(groups[1].data() - plain.data());
    from = begin + groups[1].size();
    std::size_t end = from;
    while (end > begin && plain[end - 1] == '.') --end;
    const bool has_digit = std::any_of(groups[1].begin(), groups[1].end(), is_digit);
    if (has_digit || groups[1].size() >= kLongBearer) out.push_back({begin, end});
  }
}

void find_authorization_headers(std::string_view plain, Spans& out) {
  for (std::size_t from = 0; const auto header = patterns().all[kAuthorizationHeader].find(plain, from);) {
    const Span span = unquoted(plain, header->end, false, plain.size());
    from = header->end;
    if (span.end - span.begin < kShortest) continue;
    out.push_back(span);
    from = span.end;
  }
}

void find_pins(std::string_view plain, Spans& out) {
  Pattern::Groups groups;
  for (std::size_t from = 0; patterns().all[kPinCode].find(plain, from, groups);) {
    const auto begin = static_cast<std::size_t>(groups[1].data() - plain.data());
    from = begin + groups[1].size();
    out.push_back({begin, from});
  }
}

}  // namespace

void find_contextual_secrets(std::string_view plain, Spans& out) {
  if (!may_hold_secret(plain)) return;
  const Prefilter::Passed passed = patterns().filter.pass(plain);
  if (passed.may_match(kNamedSecret)) find_named(plain, out);
  if (passed.may_match(kBearerToken)) find_bearer_tokens(plain, out);
  if (passed.may_match(kAuthorizationHeader)) find_authorization_headers(plain, out);
  if (passed.may_match(kPinCode)) find_pins(plain, out);
}

}  // namespace parley::privacy
