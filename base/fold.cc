#include "base/fold.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <utf8proc.h>

#include "base/text.h"

namespace parley::base {
namespace {

constexpr auto kFolding = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT |
                                                         UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);

struct Range {
  char32_t first, last;
};
// The blocks of Han, Hiragana and Katakana. They contain some non-letters; callers check for letters themselves.
constexpr std::array<Range, 7> kWithoutBlanks = {{{0x3005, 0x3007},
                                                  {0x3041, 0x30FF},
                                                  {0x31F0, 0x31FF},
                                                  {0x3400, 0x4DBF},
                                                  {0x4E00, 0x9FFF},
                                                  {0xF900, 0xFAFF},
                                                  {0x20000, 0x323AF}}};

// Returns the ASCII character for a dash, blank, quote or decimal digit, or 0 for all other characters.
char ascii_for(char32_t c) {
  if (const char ascii = ascii_mark(c)) return ascii;
  const auto category = [](char32_t code_point) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(code_point));
  };
  switch (category(c)) {
    case UTF8PROC_CATEGORY_PD: return '-';
    case UTF8PROC_CATEGORY_ZS: return ' ';
    case UTF8PROC_CATEGORY_ND: {
      // Most scripts encode their ten digits consecutively, from a code point that ends in hex 0 or 6. The mathematical
      // digits do not, but the compatibility mapping converts them.
      if (c >= 0x1D7CE && c <= 0x1D7FF) return '\0';
      const char32_t row = c & ~char32_t{0xF};
      const char32_t zero = category(row) == UTF8PROC_CATEGORY_ND ? row : row + 6;
      return static_cast<char>('0' + (c - zero));
    }
    default: return '\0';
  }
}

}  // namespace

std::string fold(std::string_view text) {
  if (is_ascii(text)) return lower_ascii(text);
  const std::string valid = valid_utf8(text);
  utf8proc_uint8_t* folded = nullptr;
  const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(valid.data()),
                                   static_cast<utf8proc_ssize_t>(valid.size()), &folded, kFolding);
  std::string out;
  if (length > 0) out.assign(reinterpret_cast<const char*>(folded), static_cast<std::size_t>(length));
  std::free(folded);
  return out;
}

char ascii_mark(char32_t code_point) {
  switch (code_point) {
    case 0x00B4:
    case 0x02BC:
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x201B:
    case 0x2032: return '\'';
    case 0x00AB:
    case 0x00BB:
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
    case 0x2033: return '"';
    case 0x2043:
    case 0x2212:
    case 0xFE63: return '-';
    case 0x0085:
    case 0x2028:
    case 0x2029: return ' ';
    default: return '\0';
  }
}

void append_plain(std::string& out, char32_t code_point, LetterCase letters) {
  if (code_point < 0x80) {
    const bool is_folded = letters == LetterCase::kFolded && code_point >= U'A' && code_point <= U'Z';
    out += static_cast<char>(is_folded ? code_point + 0x20 : code_point);
    return;
  }
  if (const char ascii = ascii_for(code_point)) {
    out += ascii;
    return;
  }
  auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
                                                UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
  if (letters == LetterCase::kFolded) options = static_cast<utf8proc_option_t>(options | UTF8PROC_CASEFOLD);
  std::array<utf8proc_int32_t, 32> parts{};  // no code point decomposes into more than 18
  int boundary = 0;
  const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code_point), parts.data(),
                                             static_cast<utf8proc_ssize_t>(parts.size()), options, &boundary);
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    const auto part = static_cast<char32_t>(parts[static_cast<std::size_t>(i)]);
    const char ascii = part < 0x80 ? static_cast<char>(part) : ascii_for(part);
    if (ascii) {
      out += ascii;
    } else {
      append_code_point(out, part);
    }
  }
}

bool is_letter_or_digit(char32_t code_point) {
  const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code_point));
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
         (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

bool is_written_without_blanks(char32_t code_point) {
  return std::any_of(kWithoutBlanks.begin(), kWithoutBlanks.end(),
                     [&](const Range& range) { return code_point >= range.first && code_point <= range.last; });
}

}  // namespace parley::base
