#include "base/boundaries.h"

#include "base/text.h"

namespace parley::base {
namespace {

// Must remain the complement of kEdge (boundaries.h), which is the same set as a regex.
bool is_letter(char32_t c) {
  if (c < 0x80) return is_word_byte(static_cast<char>(c));
  return !(c <= 0xBF || (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F) || (c >= 0x1F000 && c <= 0x1FAFF));
}

}  // namespace

bool letter_before(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  --at;
  while (at > 0 && is_continuation_byte(text[at])) --at;
  return is_letter(next_code_point(text, at));
}

bool letter_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_letter(next_code_point(text, at));
}

}  // namespace parley::base
