#include "intents/trailing_values.h"

#include <algorithm>

#include "base/text.h"
#include "intents/lexicon.h"

namespace parley::intents {
namespace {

bool is_text_byte(char c) { return c != ' ' && std::string_view(",.;:!?()\"-").find(c) == std::string_view::npos; }

// Whether a value at the end of the text is no part of it. Digits alone may be: "12 Maple Road, Tucson 85701".
bool ends_text(std::string_view text, const Found& value) {
  const std::string_view said = text.substr(value.begin, value.end - value.begin);
  if (said.find_first_not_of("0123456789 ") != std::string_view::npos) return true;
  std::size_t end = value.begin;
  while (end > 0 && text[end - 1] == ' ') --end;
  if (end == 0 || !is_text_byte(text[end - 1])) return true;
  std::size_t begin = end;
  while (begin > 0 && is_text_byte(text[begin - 1])) --begin;
  return lexicon::kEn.texts.leading_to_value.has(base::lower_ascii(text.substr(begin, end - begin)));
}

}  // namespace

std::size_t end_before_values(std::string_view text, const std::vector<Found>& values) {
  std::size_t end = text.size();
  bool has_value = false;
  while (end > 0) {
    std::size_t last = end;
    while (last > 0 && !is_text_byte(text[last - 1])) --last;
    const auto value = std::find_if(values.begin(), values.end(), [&](const Found& one) { return one.end == last; });
    if (value != values.end() && ends_text(text, *value)) {
      has_value = true;
      end = value->begin;
      continue;
    }
    std::size_t begin = last;
    while (begin > 0 && is_text_byte(text[begin - 1])) --begin;
    const std::string word = base::lower_ascii(text.substr(begin, last - begin));
    const bool may_follow_text =
        lexicon::kEn.texts.polite.has(word) || (has_value && lexicon::kEn.texts.leading_to_value.has(word));
    if (word.empty() || !may_follow_text) break;
    end = begin;
  }
  while (end > 0 && end < text.size() && !is_text_byte(text[end - 1])) --end;
  return end;
}

}  // namespace parley::intents
