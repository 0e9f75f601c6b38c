// Tested by tests/config/hostile_documents_test.cc.
#include "config/bounded_input.h"

#include <algorithm>

#include "config/tree.h"

namespace parley::config {
namespace {

constexpr char kHiddenQuestionMark = '\xFF';
constexpr std::size_t kMaxPiece = 4096;

std::string hide_question_marks(std::string_view text) {
  std::string out(text);
  for (std::size_t at = text.find('?', 1); at != std::string_view::npos; at = text.find('?', at + 1)) {
    const bool after_word = std::string_view(" \t\r\n[]{},:").find(text[at - 1]) == std::string_view::npos;
    if (after_word) out[at] = kHiddenQuestionMark;
  }
  return out;
}

bool is_comment(std::string_view line) {
  const std::size_t text = line.find_first_not_of(" \t");
  return text != std::string_view::npos && line[text] == '#';
}

}  // namespace

BoundedInput::BoundedInput(std::string_view text, std::size_t max_ahead)
    : text_(hide_question_marks(text)), max_ahead_(max_ahead) {
  setg(text_.data(), text_.data(), text_.data());
}

std::string BoundedInput::shown(std::string text) {
  std::replace(text.begin(), text.end(), kHiddenQuestionMark, '?');
  return text;
}

// Provides the next line, or a piece of a long line. Bytes of comments are not counted, because the parser does not
// keep them.
BoundedInput::int_type BoundedInput::underflow() {
  const auto begin = static_cast<std::size_t>(egptr() - text_.data());
  if (begin == text_.size()) return traits_type::eof();
  const std::size_t line_end = std::min(text_.find('\n', begin), text_.size() - 1) + 1;
  const std::size_t end = std::min(line_end, begin + kMaxPiece);
  if (!is_comment(std::string_view(text_).substr(begin, end - begin))) ahead_ += end - begin;
  if (is_too_far()) throw Stop{};
  setg(text_.data(), text_.data() + begin, text_.data() + end);
  return traits_type::to_int_type(*gptr());
}

}  // namespace parley::config
