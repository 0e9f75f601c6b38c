// Reads identifiers. For an invalid identifier, suggests a similar valid one. Tested by tests/config/scalars_test.cc.
#include "base/boundaries.h"
#include "base/text.h"
#include "config/scalars.h"

namespace parley::config {
namespace {

constexpr std::size_t kMaxIdentifier = 64;

bool is_identifier_byte(char c, IdentifierKind kind) {
  const bool dot = c == '.' && kind == IdentifierKind::kIdentifier;
  return dot || c == '-' || (base::is_word_byte(c) && static_cast<unsigned char>(c) < 0x80);
}

bool is_reserved(std::string_view name) {
  return name == "context" || name == "session" || name == "last" || name == "result" || name == "value";
}

// Returns a similar valid identifier: invalid characters become '_'.
std::string identifier_like(std::string_view text, IdentifierKind kind) {
  std::string out;
  for (const char c : text.substr(0, kMaxIdentifier)) out += is_identifier_byte(c, kind) ? c : '_';
  if (out.empty() || base::is_digit(out.front()) || out.front() == '-' || out.front() == '.')
    out = std::string(1, '_').append(out);
  return out.substr(0, kMaxIdentifier);
}

}  // namespace

std::optional<Text> as_identifier(const Node& node, Diagnostics& findings) {
  auto text = as_text(node, findings);
  if (text) check_identifier(*text, IdentifierKind::kIdentifier, findings);
  return text;
}

void check_identifier(const Text& text, IdentifierKind kind, Diagnostics& findings) {
  const std::string like = identifier_like(text.value, kind);
  if (like == text.value) {
    if (kind != IdentifierKind::kName || !is_reserved(text.value)) return;
    findings.error(
        "E208", text.mark, text.value, "reserved name " + quoted(text.value),
        "'context', 'session', 'last', 'result' and 'value' have other meanings; use another name, for example " +
            quoted("the_" + text.value));
    return;
  }
  const char* signs = kind == IdentifierKind::kIdentifier ? "'_', '-' or '.'" : "'_' or '-'";
  findings.error(
      "E207", text.mark, text.value, quoted(text.value) + " is not a valid identifier",
      std::string("use at most 64 letters, digits, ") + signs + ", and no digit first; for example " + quoted(like));
}

}  // namespace parley::config
