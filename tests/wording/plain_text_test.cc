// Tests which texts of a language model are plain text.
#include "wording/plain_text.h"

#include <catch2/catch.hpp>

using namespace parley;

TEST_CASE("control characters and markup are found, and ordinary text is plain") {
  struct Case {
    const char* text;
    bool control;
    bool markup;
  };
  const Case cases[] = {
      {"Two lines.\nPlain, \"quoted\", 5 > 3, it's * and #1.", false, false},
      {"Gr\xC3\xBC\xC3\x9F"
       "e, \xF0\x9F\x98\x80",
       false, false},
      {"a\tb", true, false},
      {"a\x07", true, false},
      {"a\x1B[2J", true, false},
      {"a\x7F", true, false},
      {"a\xC2\x85", true, false},
      {"a\xE2\x80\xAE", true, false},
      {"a\xE2\x81\xA6", true, false},
      {"[here](https://shop.example)", false, true},
      {"**bold**", false, true},
      {"<b>", false, true},
      {"`code`", false, true},
  };
  for (const Case& one : cases) {
    INFO(one.text);
    CHECK(wording::has_control(one.text) == one.control);
    CHECK(wording::has_markup(one.text) == one.markup);
  }
}

TEST_CASE("words are found at the edges of words, in any case") {
  struct Case {
    const char* text;
    const char* words;
    bool found;
  };
  const Case cases[] = {
      {"red or dark blue", "Dark Blue", true}, {"redder", "red", false}, {"red", "red", true},
      {"the infrared, and red", "red", true},  {"", "red", false},
  };
  for (const Case& one : cases) {
    INFO(one.text);
    CHECK(wording::has_words(one.text, one.words) == one.found);
  }
}
