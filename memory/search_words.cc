#include "memory/search_words.h"

#include <algorithm>
#include <utility>

#include "base/fold.h"
#include "base/text.h"

namespace parley::memory {
namespace {

constexpr std::size_t kLongestSearched = 255;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::vector<std::string> sorted_words(std::string_view text) {
  std::vector<std::string> words = search_words(text);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace

std::vector<std::string> search_words(std::string_view text) {
  const std::string folded = base::fold(text);
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (std::size_t at = 0; at < folded.size();) {
    const char32_t code_point = base::next_code_point(folded, at);
    const bool alone = base::is_written_without_blanks(code_point);
    if (alone || !base::is_letter_or_digit(code_point)) end_word();
    if (!base::is_letter_or_digit(code_point)) continue;
    base::append_code_point(word, code_point);
    if (alone) end_word();
  }
  end_word();
  return words;
}

WantedWords::WantedWords(std::string_view query) : sorted_(sorted_words(query)) {
  const auto is_shorter = [](const std::string& a, const std::string& b) { return a.size() < b.size(); };
  if (!sorted_.empty()) longest_ = *std::max_element(sorted_.begin(), sorted_.end(), is_shorter);
  longest_.resize(std::min(longest_.size(), kLongestSearched));
  skips_.fill(static_cast<std::uint8_t>(longest_.size()));
  for (std::size_t i = 0; i + 1 < longest_.size(); ++i) {
    const auto skip = static_cast<std::uint8_t>(longest_.size() - 1 - i);
    skips_[static_cast<unsigned char>(longest_[i])] = skip;
    skips_[static_cast<unsigned char>(upper(longest_[i]))] = skip;
  }
}

bool WantedWords::may_be_in_ascii(std::string_view bytes) const {
  if (longest_.empty() || !base::is_ascii(longest_)) return false;
  const std::size_t last = longest_.size() - 1;
  for (std::size_t end = last; end < bytes.size(); end += skips_[static_cast<unsigned char>(bytes[end])]) {
    const std::size_t begin = end - last;
    std::size_t same = 0;
    while (same <= last && lower(bytes[begin + same]) == longest_[same]) ++same;
    if (same > last) return true;
  }
  return false;
}

bool WantedWords::are_all_in(std::string_view text) const {
  const std::vector<std::string> words = sorted_words(text);
  return std::includes(words.begin(), words.end(), sorted_.begin(), sorted_.end());
}

}  // namespace parley::memory
