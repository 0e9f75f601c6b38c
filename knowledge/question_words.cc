#include "knowledge/question_words.h"

#include <algorithm>
#include <utility>

#include "base/boundaries.h"
#include "base/fold.h"
#include "base/text.h"
#include "knowledge/english_words.h"

namespace parley::knowledge {
namespace {

constexpr std::size_t kLongestWord = 40;        // bytes; a longer one is no word
constexpr std::size_t kShortestMeaningful = 4;  // letters, in a language without a list of stop words

bool has_digit(std::string_view word) { return std::any_of(word.begin(), word.end(), base::is_digit); }

std::vector<std::string> synonyms(const std::string& word, Lexicon lexicon) {
  if (lexicon != Lexicon::kEnglish) return {};
  std::vector<std::string> others = plain_words(synonyms_of(word));
  std::erase(others, word);
  return others;
}

// "How much is the large one?" asks for a price, and has no word for it.
bool asks_for_price(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    const std::string& next = words[i + 2];
    if (words[i] == "how" && words[i + 1] == "much" &&
        (next == "is" || next == "are" || next == "does" || next == "do")) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool carries_meaning(std::string_view word, Lexicon lexicon) {
  if (lexicon == Lexicon::kEnglish) return !is_stop_word(word) && (word.size() > 1 || has_digit(word));
  return base::count_code_points(word) >= kShortestMeaningful || has_digit(word);
}

std::vector<std::string> plain_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && word.size() <= kLongestWord) words.push_back(word);
    word.clear();
  };
  const std::string folded = base::fold(text);
  for (std::size_t at = 0; at < folded.size();) {
    const char32_t letter = base::next_code_point(folded, at);
    if (base::is_letter_or_digit(letter)) {
      base::append_code_point(word, letter);
    } else if (letter != '\'' && letter != 0x2019) {  // "don't" is one word
      end_word();
    }
  }
  end_word();
  return words;
}

std::string interrogative(std::string_view text, Lexicon lexicon) {
  if (lexicon != Lexicon::kEnglish) return {};
  const std::vector<std::string> words = plain_words(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "when" || word == "where" || word == "who" || word == "which" || word == "why") return word;
    const std::string next = word == "how" && i + 1 < words.size() ? words[i + 1] : std::string();
    for (const char* measure : {"long", "many", "much", "far", "old", "often", "fast", "big", "heavy"}) {
      if (next == measure) return "how " + next;
    }
  }
  return {};
}

std::vector<QuestionWord> question_words(std::string_view text, Lexicon lexicon) {
  std::vector<QuestionWord> words;
  std::vector<std::string> all = plain_words(text);
  if (lexicon == Lexicon::kEnglish && asks_for_price(all)) all.emplace_back("cost");
  if (interrogative(text, lexicon) == "how many") all.emplace_back("number");
  for (std::string& word : all) {
    if (words.size() == kMostWords) break;
    if (!carries_meaning(word, lexicon)) continue;
    if (std::any_of(words.begin(), words.end(), [&](const QuestionWord& known) { return known.text == word; }))
      continue;
    const bool is_common = lexicon == Lexicon::kEnglish && is_common_word(word);
    std::vector<std::string> others = synonyms(word, lexicon);
    words.push_back({std::move(word), std::move(others), is_common});
  }
  return words;
}

}  // namespace parley::knowledge
