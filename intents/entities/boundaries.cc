// Tested by tests/intents/whole_values_test.cc.
#include "intents/entities/boundaries.h"

#include "base/text.h"

namespace parley::intents {
namespace {

// Must remain the complement of kEdge.
bool is_letter(char32_t c) {
  if (c < 0x80) return base::is_word_byte(static_cast<char>(c));
  return !(c <= 0xBF || (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F) || (c >= 0x1F000 && c <= 0x1FAFF));
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

bool letter_before(std::string_view text, std::size_t at) {
  if (at == 0) return false;
  --at;
  while (at > 0 && is_continuation(text[at])) --at;
  return is_letter(base::next_code_point(text, at));
}

bool letter_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_letter(base::next_code_point(text, at));
}

}  // namespace parley::intents
