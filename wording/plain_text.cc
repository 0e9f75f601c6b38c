#include "wording/plain_text.h"

#include <string>

#include "base/fold.h"
#include "base/text.h"

namespace parley::wording {
namespace {

bool is_control(char32_t c) {
  const bool is_code = (c < 0x20 && c != '\n') || (c >= 0x7F && c < 0xA0);
  const bool is_direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  return is_code || is_direction;
}

}  // namespace

bool has_control(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (is_control(base::next_code_point(text, at))) return true;
  }
  return false;
}

bool has_markup(std::string_view text) {
  return text.find("](") != std::string_view::npos || text.find("**") != std::string_view::npos ||
         text.find('<') != std::string_view::npos || text.find('`') != std::string_view::npos;
}

bool has_words(std::string_view folded_text, std::string_view words) {
  const std::string folded = base::fold(words);
  for (std::size_t at = folded_text.find(folded); at != std::string_view::npos; at = folded_text.find(folded, at + 1)) {
    const std::size_t end = at + folded.size();
    const bool begins = at == 0 || !base::is_word_byte(folded_text[at - 1]);
    if (begins && (end == folded_text.size() || !base::is_word_byte(folded_text[end]))) return true;
  }
  return false;
}

}  // namespace parley::wording
