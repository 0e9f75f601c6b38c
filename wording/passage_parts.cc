#include "wording/passage_parts.h"

#include <algorithm>
#include <charconv>

namespace parley::wording {
namespace {

constexpr std::string_view kPrefix = "{passage.";

bool is_exact(std::string_view part) { return part.find_first_of("0123456789@./") != std::string_view::npos; }

// Appends a word, with the name instead of its longest middle that is a part.
void append_word(std::string& out, std::string_view word, const std::vector<std::string>& parts) {
  std::size_t best = parts.size(), begin = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t at = is_exact(parts[i]) ? word.find(parts[i]) : std::string_view::npos;
    if (at == std::string_view::npos || (best < parts.size() && parts[i].size() <= parts[best].size())) continue;
    constexpr std::string_view kAround = ".,;:!?()[]<>\"'*_`|";
    const std::string_view rest = word.substr(at + parts[i].size());
    if (word.substr(0, at).find_first_not_of(kAround) != std::string_view::npos) continue;
    if (rest.find_first_not_of(kAround) != std::string_view::npos) continue;
    best = i;
    begin = at;
  }
  if (best == parts.size()) {
    out += word;
    return;
  }
  out.append(word.substr(0, begin)).append(kPrefix).append(std::to_string(best + 1)).append("}");
  out.append(word.substr(begin + parts[best].size()));
}

}  // namespace

std::string with_part_names(std::string_view text, const std::vector<std::string>& parts) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    append_word(out, text.substr(at, end - at), parts);
    if (end < text.size()) out += text[end];
    at = end + 1;
  }
  return out;
}

std::optional<std::string> part_named(std::string_view name, const std::vector<std::string>& parts) {
  if (!name.starts_with(kPrefix) || !name.ends_with('}')) return std::nullopt;
  const std::string_view digits = name.substr(kPrefix.size(), name.size() - kPrefix.size() - 1);
  std::size_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
  if (!is_number || number < 1 || number > parts.size()) return std::nullopt;
  return parts[number - 1];
}

}  // namespace parley::wording
