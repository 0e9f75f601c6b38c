// Tested by tests/audit/canaries_test.cc.
#include "audit/canary_forms.h"

#include "base/base64.h"
#include "base/text.h"

namespace parley {

const char* to_string(CanaryForm form) {
  static constexpr const char* kNames[kCanaryForms] = {"plain", "spaced", "other case", "full width",
                                                       "JSON",  "URL",    "base64",     "split"};
  return kNames[static_cast<std::size_t>(form)];
}

namespace audit {
namespace {

constexpr char kHex[] = "0123456789abcdef";

std::string spaced(std::string_view value) {
  std::string out;
  for (std::size_t at = 0; at < value.size();) {
    if (!out.empty()) out += ' ';
    base::append_code_point(out, base::next_code_point(value, at));
  }
  return out;
}

std::string other_case(std::string_view value) {
  std::string out(value);
  for (char& c : out) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) c = static_cast<char>(c ^ 0x20);
  }
  return out;
}

std::string full_width(std::string_view value) {
  constexpr char32_t kFirst = 0xFF01;  // the full-width '!'
  std::string out;
  for (std::size_t at = 0; at < value.size();) {
    const char32_t code = base::next_code_point(value, at);
    base::append_code_point(out, code > ' ' && code < 0x7F ? kFirst + (code - '!') : code);
  }
  return out;
}

// Escapes every code point, as a cautious serializer may. Code points over U+FFFF are not representable this way.
std::string json_escaped(std::string_view value) {
  std::string out;
  for (std::size_t at = 0; at < value.size();) {
    const char32_t code = base::next_code_point(value, at);
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += kHex[(code >> shift) & 15];
  }
  return out;
}

std::string url_escaped(std::string_view value) {
  std::string out;
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

}  // namespace

std::string written_as(CanaryForm form, std::string_view value) {
  switch (form) {
    case CanaryForm::kSpaced: return spaced(value);
    case CanaryForm::kOtherCase: return other_case(value);
    case CanaryForm::kFullWidth: return full_width(value);
    case CanaryForm::kJson: return json_escaped(value);
    case CanaryForm::kUrl: return url_escaped(value);
    case CanaryForm::kBase64: return base::to_base64(value);
    case CanaryForm::kPlain:
    case CanaryForm::kSplit: break;
  }
  return std::string(value);
}

std::size_t split_position(std::string_view value) {
  std::size_t middle = value.size() / 2;
  while (middle < value.size() && (value[middle] & 0xC0) == 0x80) ++middle;
  const bool both_distinctive =
      Canaries::tells_enough(value.substr(0, middle)) && Canaries::tells_enough(value.substr(middle));
  return both_distinctive ? middle : 0;
}

}  // namespace audit
}  // namespace parley
