// Finds the words of a question that carry meaning, and the words that a page may have instead.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parley::knowledge {

enum class Lexicon {
  kNone,     // a language that parley has no words of: short words carry no meaning
  kEnglish,  // with stop words and synonyms
};

struct QuestionWord {
  std::string text;                   // folded, of letters and digits alone
  std::vector<std::string> synonyms;  // other words that a page may have instead
  bool is_common = false;             // a common word: less of a loss if a page lacks it
};

// Whether a folded word says something about the subject of a text.
bool carries_meaning(std::string_view word, Lexicon lexicon);

// Returns at most kMostWords words, without repetitions. Only letters and digits of the text take part, so a word is
// safe in a query of FTS5.
inline constexpr std::size_t kMostWords = 16;
std::vector<QuestionWord> question_words(std::string_view text, Lexicon lexicon);

// Returns the words that say what a question asks for: "how long", "where". Empty: none, or no known language.
std::string interrogative(std::string_view text, Lexicon lexicon);

// Splits a text into folded words.
std::vector<std::string> plain_words(std::string_view text);

}  // namespace parley::knowledge
