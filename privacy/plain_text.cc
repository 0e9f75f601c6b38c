#include "privacy/plain_text.h"

#include "base/fold.h"
#include "base/text.h"

namespace parley::privacy {

PlainText::PlainText(std::string_view original) : original_(original), is_ascii_(base::is_ascii(original)) {
  if (is_ascii_) return;
  plain_.reserve(original.size());
  sources_.reserve(original.size());
  for (std::size_t at = 0; at < original.size();) {
    const auto start = static_cast<std::uint32_t>(at);
    base::append_plain(plain_, base::next_code_point(original, at), base::LetterCase::kKept);
    sources_.resize(plain_.size(), start);
  }
}

Span PlainText::original_span(std::size_t begin, std::size_t end) const {
  if (is_ascii_) return {begin, end};
  const std::size_t first = sources_[begin];
  const std::size_t next = end < sources_.size() ? sources_[end] : original_.size();
  std::size_t last = sources_[end - 1];
  if (next > last) return {first, next};
  base::next_code_point(original_, last);  // the span ends inside the expansion of one code point
  return {first, last};
}

std::string letters_and_digits(std::string_view text) {
  std::string folded;
  for (std::size_t at = 0; at < text.size();) {
    base::append_plain(folded, base::next_code_point(text, at), base::LetterCase::kFolded);
  }
  std::string out;
  for (std::size_t at = 0; at < folded.size();) {
    const char32_t code_point = base::next_code_point(folded, at);
    if (base::is_letter_or_digit(code_point)) base::append_code_point(out, code_point);
  }
  return out.empty() ? folded : out;
}

}  // namespace parley::privacy
