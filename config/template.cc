// Wordings with placeholders. "{{" and "}}" are literal braces; "{name}" and "{name.member}" are placeholders;
// every other brace is a mistake (E305).
#include "config/template.h"

#include <algorithm>

#include "base/text.h"
#include "config/reader.h"

namespace parley::config {
namespace {

bool is_name_byte(char c) { return c == '-' || (base::is_word_byte(c) && static_cast<unsigned char>(c) < 0x80); }

// "order_id", "refund.items.0".
bool is_placeholder(std::string_view name) {
  if (name.empty() || name.front() == '-' || (name.front() >= '0' && name.front() <= '9')) return false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool dot = i > 0 && name[i] == '.' && i + 1 < name.size() && is_name_byte(name[i + 1]);
    if (!dot && !is_name_byte(name[i])) return false;
  }
  return true;
}

struct Token {
  enum class Kind { kLiteral, kPlaceholder, kStray };
  Kind kind;
  std::string_view text;  // what it stands for: the literal bytes, the name, the stray brace and its word
  std::size_t index;      // of `text`, in the wording
  std::size_t end;        // of the whole token
};

// The token that begins with a brace at `at`.
Token brace_token(std::string_view wording, std::size_t at) {
  const char brace = wording[at];
  if (wording.substr(at + 1, 1) == std::string_view(&brace, 1)) {
    return {Token::Kind::kLiteral, wording.substr(at, 1), at, at + 2};
  }
  if (brace == '}') return {Token::Kind::kStray, wording.substr(at, 1), at, at + 1};
  const std::size_t end = wording.find_first_of("{}", at + 1);
  if (end == std::string_view::npos || wording[end] == '{') {
    const std::size_t word_end = std::min(wording.find_first_of(" \t\n", at), std::min(end, wording.size()));
    return {Token::Kind::kStray, wording.substr(at, word_end - at), at, word_end};
  }
  const std::string_view name = wording.substr(at + 1, end - at - 1);
  if (is_placeholder(name)) return {Token::Kind::kPlaceholder, name, at + 1, end + 1};
  return {Token::Kind::kStray, wording.substr(at, end + 1 - at), at, end + 1};
}

std::vector<Token> tokens_of(std::string_view wording) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < wording.size(); at = tokens.back().end) {
    const std::size_t brace = std::min(wording.find_first_of("{}", at), wording.size());
    if (brace > at) {
      tokens.push_back({Token::Kind::kLiteral, wording.substr(at, brace - at), at, brace});
    } else {
      tokens.push_back(brace_token(wording, at));
    }
  }
  return tokens;
}

}  // namespace

Template parse_template(const Text& text, Findings& findings) {
  Template parsed{text.value, {}, text.mark};
  std::string literal;
  for (const Token& token : tokens_of(text.value)) {
    switch (token.kind) {
      case Token::Kind::kLiteral: literal += token.text; break;
      case Token::Kind::kPlaceholder:
        parsed.pieces.push_back({std::exchange(literal, {}), std::string(token.text)});
        break;
      case Token::Kind::kStray:
        findings.error("E305", findings.inside(text, token.index), token.text,
                       quoted(token.text) + " is no placeholder",
                       token.text == "}" ? "write '}}' for a brace" : "write {name}, or '{{' for a brace");
    }
  }
  if (!literal.empty()) parsed.pieces.push_back({std::move(literal), {}});
  return parsed;
}

std::vector<Placeholder> placeholders_of(const Template& wording) {
  std::vector<Placeholder> found;
  for (const Token& token : tokens_of(wording.source)) {
    if (token.kind == Token::Kind::kPlaceholder) found.push_back({std::string(token.text), token.index});
  }
  return found;
}

}  // namespace parley::config
