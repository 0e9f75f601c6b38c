#include "knowledge/question_words.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "knowledge/english_words.h"

namespace parley::knowledge {
namespace {

std::string words_of(std::string_view text, Lexicon lexicon) {
  std::string out;
  for (const QuestionWord& word : question_words(text, lexicon)) out += (out.empty() ? "" : " ") + word.text;
  return out;
}

TEST_CASE("The words that carry meaning are found") {
  struct Case {
    const char* text;
    const char* words;
  };
  const Case cases[] = {
      {"What are your opening hours?", "opening hours"},
      {"PLEASE tell me: can I pay by Visa?!", "pay visa"},
      {"how much is the large one?", "large cost"},
      {"how much snow fell", "snow fell"},
      {"d\xC3\xA9j\xC3\xA0 vu, d\xC3\x89j\xC3\x80", "deja vu"},
      {"the user's guide isn\xE2\x80\x99t here", "users guide"},
      {"\"foo\" NEAR(bar, 2) OR col:baz* -qux ^up {a b}: \"", "foo near bar 2 col baz qux"},
      {"'; DROP TABLE passage; --", "drop table passage"},
      {"\xFF\xFE", ""},
      {"", ""},
      {"???", ""},
  };
  for (const Case& one : cases) {
    INFO(one.text);
    CHECK(words_of(one.text, Lexicon::kEnglish) == one.words);
  }
}

TEST_CASE("Without a lexicon, short words carry no meaning") {
  CHECK(words_of("Was kostet ein dritter Koffer?", Lexicon::kNone) == "kostet dritter koffer");
}

TEST_CASE("The number of words has a limit") {
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "word" + std::to_string(i) + " ";
  CHECK(question_words(text, Lexicon::kEnglish).size() == kMostWords);
  CHECK(question_words(std::string(100'000, 'a'), Lexicon::kEnglish).empty());
}

TEST_CASE("Synonyms do not contain the word itself") {
  const auto words = question_words("shipping", Lexicon::kEnglish);
  REQUIRE(words.size() == 1);
  const auto& synonyms = words.front().synonyms;
  CHECK(std::find(synonyms.begin(), synonyms.end(), "delivery") != synonyms.end());
  CHECK(std::find(synonyms.begin(), synonyms.end(), "shipping") == synonyms.end());
}

TEST_CASE("Stop words and common words differ") {
  CHECK(is_stop_word("what"));
  CHECK_FALSE(is_stop_word("refund"));
  CHECK(is_common_word("contract"));
  CHECK_FALSE(is_common_word("refund"));
}

}  // namespace
}  // namespace parley::knowledge
