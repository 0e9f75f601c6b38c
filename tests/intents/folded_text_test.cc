// Folding, and the way back to the message as it was typed.
#include "intents/folded_text.h"

#include <catch2/catch.hpp>

#include "base/text.h"
#include "intents/pattern.h"

namespace parley::intents {
namespace {

TEST_CASE("folding: what nobody chose becomes ASCII") {
  struct Row {
    std::string original;
    std::string folded;
  };
  const std::vector<Row> rows = {
      {"plain ASCII, untouched: Don't!", "plain ASCII, untouched: Don't!"},
      {"", ""},
      {"don\xE2\x80\x99t \xE2\x80\x98x\xE2\x80\x99 it\xCA\xBCs", "don't 'x' it's"},
      {"\xE2\x80\x9Cyes\xE2\x80\x9D \xC2\xABno\xC2\xBB", "\"yes\" \"no\""},
      {"a\xE2\x80\x93"
       "b\xE2\x80\x94"
       "c\xE2\x88\x92"
       "d\xE2\x80\x91"
       "e",
       "a-b-c-d-e"},
      {"a\xC2\xA0"
       "b\xE2\x80\x89"
       "c\xE3\x80\x80"
       "d",
       "a b c d"},
      {"\xEF\xBC\xAF\xEF\xBC\x8D\xEF\xBC\x91\xEF\xBC\x92", "O-12"},
      {"re\xE2\x80\x8B"
       "fund\xEF\xBB\xBF",
       "refund"},
      {"soft\xC2\xADhyphen", "softhyphen"},
      {"caf\xC3\xA9 \xE6\x97\xA5\xE6\x9C\xAC \xF0\x9F\x98\x80",
       "caf\xC3\xA9 \xE6\x97\xA5\xE6\x9C\xAC \xF0\x9F\x98\x80"},
      {"bad \xFF byte", "bad \xEF\xBF\xBD byte"},
      {"cut \xE2\x80", "cut \xEF\xBF\xBD\xEF\xBF\xBD"},
  };
  for (const Row& row : rows) {
    INFO(row.original);
    const FoldedText text(row.original);
    CHECK(text.text() == row.folded);
    CHECK(text.original() == row.original);
    CHECK(base::find_invalid_utf8(text.text()) == std::string::npos);
    CHECK(text.original_span(0, text.text().size()).begin <= row.original.size());
  }
}

TEST_CASE("folding: a place in the folded text leads to its place in the original") {
  struct Row {
    std::string original;
    std::string folded_piece;  // looked for in the folded text
    std::string original_piece;
  };
  const std::vector<Row> rows = {
      {"I don\xE2\x80\x99t know", "don't", "don\xE2\x80\x99t"},
      {"\xF0\x9F\x98\x80 order \xEF\xBC\xAF\xE2\x80\x93"
       "12",
       "O-12",
       "\xEF\xBC\xAF\xE2\x80\x93"
       "12"},
      {"a re\xE2\x80\x8B"
       "fund\xE2\x80\x8B b",
       "refund",
       "re\xE2\x80\x8B"
       "fund"},
      {"\xE2\x80\x8B\xE2\x80\x8Bx", "x", "x"},
      {"x\xFFy", "\xEF\xBF\xBD", "\xFF"},
      {"plain", "lai", "lai"},
  };
  for (const Row& row : rows) {
    INFO(row.original);
    const FoldedText text(row.original);
    const std::size_t begin = text.text().find(row.folded_piece);
    REQUIRE(begin != std::string_view::npos);
    const Span span = text.original_span(begin, begin + row.folded_piece.size());
    CHECK(text.original(span) == row.original_piece);
  }
}

TEST_CASE("folding: a piece that begins or ends inside a code point is widened to it") {
  const std::string original = "x\xC3\xA9y";
  const FoldedText text(original);
  CHECK(text.original_span(2, 3) == Span{1, 3});
  CHECK(text.original_span(1, 2) == Span{1, 3});
  CHECK(text.original_span(4, 4) == Span{4, 4});
  CHECK(text.original_span(1, 1) == Span{1, 1});
}

TEST_CASE("folding: a regex may be typed with typographic characters") {
  struct Row {
    std::string regex;
    std::string message;
  };
  const std::vector<Row> rows = {
      {"don\xE2\x80\x99t", "I don't"},
      {"don't", "I don\xE2\x80\x99t"},
      {"a\xE2\x80\x93"
       "b",
       "a-b"},
      {"[a\xE2\x80\x93z]x", "-x"},
      {"\xEF\xBC\x88"
       "a\xEF\xBC\x89",
       "(a)"},
      {"\\\xE2\x80\x93", "-"},
      {"x\xC2\xA0y", "x y"},
  };
  for (const Row& row : rows) {
    INFO(row.regex);
    const Pattern pattern(row.regex);
    REQUIRE(pattern.is_valid());
    CHECK(pattern.occurs_in(FoldedText(row.message).text()));
  }
  CHECK_FALSE(Pattern("[a\xE2\x80\x93z]x").occurs_in("bx"));
}

}  // namespace
}  // namespace parley::intents
