// Tests the common misspellings of small words.
#include "intents/spelling.h"

#include <catch2/catch.hpp>

#include "intents/lexicon.h"
#include "intents/words.h"

namespace parley::intents {

TEST_CASE("words: a common misspelling is the word that it means") {
  const std::pair<const char*, const char*> rows[] = {
      {"not teh large one", "not the large one"},
      {"definetly not", "definitely not"},
      {"no jsut that", "no just that"},
      {"Teh, TEH!", "the the"},
      {"becuase i want", "because i want"},
      {"tehran", "tehran"},
      {"ten", "ten"},
      {"", ""},
      {"te", "te"},
  };
  for (const auto& [said, plain] : rows) {
    INFO(said);
    CHECK(Words(said).text() == plain);
  }
}

TEST_CASE("words: the places of words stay right beside a misspelling") {
  const Words words("jsut definetly teh lamp");
  REQUIRE(words.size() == 4);
  CHECK(words.text(3, 1) == "lamp");
  CHECK(words[3].begin == 19);
  CHECK(words[1].end == 14);
  CHECK(words.text(1, 2) == "definitely the");
  const Words::Place place = words.place_of(words.text(1, 2));
  CHECK(place.begin == 5);
  CHECK(place.end == 18);
}

TEST_CASE("words: no misspelling stands for itself or for another misspelling") {
  for (const std::string_view line : lexicon::kEn.spelling.misspelt) {
    CAPTURE(line);
    const std::size_t space = line.find(' ');
    REQUIRE(space != std::string_view::npos);
    CHECK(word_meant_by(line.substr(0, space)) == line.substr(space + 1));
    CHECK(word_meant_by(line.substr(space + 1)).empty());
  }
}

}  // namespace parley::intents
