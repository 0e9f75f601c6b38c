#include "memory/search_words.h"

#include <algorithm>
#include <utility>

#include "base/fold.h"
#include "base/text.h"

namespace parley::memory {
namespace {

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

WantedWords::WantedWords(std::string_view query) : sorted_(sorted_words(query)) {}

bool WantedWords::are_all_in(std::string_view text) const {
  const std::vector<std::string> words = sorted_words(text);
  return std::includes(words.begin(), words.end(), sorted_.begin(), sorted_.end());
}

}  // namespace parley::memory
