#include "intents/folded_text.h"

#include <algorithm>
#include <cctype>

#include "base/fold.h"
#include "base/text.h"

namespace parley::intents {
namespace {

constexpr char kKeep = '\0';
constexpr char kDrop = '\x7F';

// Returns the ASCII character that replaces a code point, or kKeep or kDrop.
char fold(char32_t c) {
  if (c >= 0xFF01 && c <= 0xFF5E) return static_cast<char>(c - 0xFEE0);  // full-width forms
  if (c >= 0x2000 && c <= 0x200A) return ' ';                            // spaces of any width
  if (c >= 0x2010 && c <= 0x2015) return '-';                            // hyphens and dashes
  if (c >= 0x200B && c <= 0x200F) return kDrop;                          // zero width, direction marks
  if (c >= 0x202A && c <= 0x202E) return kDrop;                          // direction embeddings
  if (c >= 0x2060 && c <= 0x2069) return kDrop;                          // word joiner, direction isolates
  if (c >= 0xFE00 && c <= 0xFE0F) return kDrop;                          // variation selectors
  if (c >= 0x1F3FB && c <= 0x1F3FF) return kDrop;                        // skin tones
  if (const char ascii = base::ascii_mark(c)) return ascii;
  switch (c) {
    case 0xFE58: return '-';  // small dash
    case 0x00A0:
    case 0x1680:
    case 0x202F:
    case 0x205F:
    case 0x3000: return ' ';
    case 0x00AD:
    case 0xFEFF:  // soft hyphen, byte order mark
      return kDrop;
    default: return kKeep;
  }
}

}  // namespace

FoldedText::FoldedText(std::string_view original) : original_(original), is_folded_(!base::is_ascii(original)) {
  if (!is_folded_) return;
  folded_.reserve(original.size());
  sources_.reserve(original.size());
  for (std::size_t at = 0; at < original.size();) {
    const std::size_t start = at;
    const char32_t code_point = base::next_code_point(original, at);
    const char ascii = fold(code_point);
    if (ascii == kDrop) continue;
    if (ascii == kKeep) {
      base::append_code_point(folded_, code_point);
    } else {
      folded_ += ascii;
    }
    sources_.resize(folded_.size(), static_cast<std::uint32_t>(start));
  }
}

Span FoldedText::original_span(std::size_t begin, std::size_t end) const {
  if (!is_folded_) return {begin, end};
  if (begin >= end) {
    const std::size_t at = begin < sources_.size() ? sources_[begin] : original_.size();
    return {at, at};
  }
  std::size_t last = sources_[end - 1];
  base::next_code_point(original_, last);
  return {sources_[begin], last};
}

std::string fold_pattern(std::string_view regex) {
  if (base::is_ascii(regex)) return std::string(regex);
  std::string out;
  bool escaped = false;  // the previous character is an unescaped backslash
  for (std::size_t at = 0; at < regex.size();) {
    const char32_t code_point = base::next_code_point(regex, at);
    const char ascii = code_point < 0x80 ? kKeep : fold(code_point);
    if (ascii == kDrop) continue;
    const bool is_special = ascii != kKeep && ascii != ' ' && std::ispunct(static_cast<unsigned char>(ascii)) != 0;
    if (is_special && !escaped) out += '\\';
    if (ascii == kKeep) {
      base::append_code_point(out, code_point);
    } else {
      out += ascii;
    }
    escaped = code_point == U'\\' && !escaped;
  }
  return out;
}

}  // namespace parley::intents
