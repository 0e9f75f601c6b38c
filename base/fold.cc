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
// Han, Hiragana and Katakana in their blocks; what is no letter in them is found out elsewhere.
constexpr std::array<Range, 7> kWithoutBlanks = {{{0x3005, 0x3007},
                                                  {0x3041, 0x30FF},
                                                  {0x31F0, 0x31FF},
                                                  {0x3400, 0x4DBF},
                                                  {0x4E00, 0x9FFF},
                                                  {0xF900, 0xFAFF},
                                                  {0x20000, 0x323AF}}};

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
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
