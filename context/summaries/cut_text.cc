// Tested by tests/context/summaries/cut_text_test.cc.
#include "context/summaries/cut_text.h"

#include "base/text.h"

namespace parley::context {
namespace {

constexpr std::string_view kGap = " [...] ";

bool is_inside_code_point(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

}  // namespace

std::string cut_middle(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  if (max_bytes <= kGap.size()) return {};
  const std::size_t room = max_bytes - kGap.size();
  std::size_t head = room - room / 2, tail = text.size() - room / 2;
  while (head > 0 && is_inside_code_point(text, head)) --head;
  while (is_inside_code_point(text, tail)) ++tail;
  return std::string(text.substr(0, head)).append(kGap).append(text.substr(tail));
}

std::string cut_middle_to_tokens(std::string_view text, std::int64_t max_tokens,
                                 const std::function<std::int64_t(std::string_view)>& count_tokens) {
  if (count_tokens(text) <= max_tokens) return std::string(text);
  std::size_t fits = 0, too_many = text.size();
  while (too_many - fits > 1) {
    const std::size_t middle = fits + (too_many - fits) / 2;
    (count_tokens(cut_middle(text, middle)) <= max_tokens ? fits : too_many) = middle;
  }
  return cut_middle(text, fits);
}

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : base::valid_utf8(text)) {
    const bool is_blank = static_cast<unsigned char>(c) <= ' ' || c == '\x7F';
    if (!is_blank) line += c;
    if (is_blank && !line.empty() && line.back() != ' ') line += ' ';
  }
  return std::string(base::trim(line));
}

}  // namespace parley::context
