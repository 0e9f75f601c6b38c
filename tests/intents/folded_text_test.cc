// Tests folding, and the mapping back to the original message.
#include "intents/folded_text.h"

#include <catch2/catch.hpp>

#include "base/text.h"
#include "intents/pattern.h"

namespace parley::intents {
namespace {

TEST_CASE("folding: typographic variants become ASCII") {
  struct Row {
    std::string original;
    std::string folded;
  };
  const std::vector<Row> rows = {
      {"plain ASCII, untouched: Don't!", "plain ASCII, untouched: Don't!"},
      {"", ""},
      {"don\u2019t \u2018x\u2019 it\u02bcs", "don't 'x' it's"},
      {"\u201cyes\u201d \u00abno\u00bb", "\"yes\" \"no\""},
      {"a\u2013b\u2014c\u2212d\u2011e", "a-b-c-d-e"},
      {"a\u00a0b\u2009c\u3000d", "a b c d"},
      {"\uff2f\uff0d\uff11\uff12", "O-12"},
      {"re\u200bfund\ufeff", "refund"},
      {"soft\u00adhyphen", "softhyphen"},
      {"caf\u00e9 \u65e5\u672c \U0001f600", "caf\u00e9 \u65e5\u672c \U0001f600"},
      {"bad \xFF byte", "bad \ufffd byte"},
      {"cut \xE2\x80", "cut \ufffd\ufffd"},
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

TEST_CASE("folding: a position in the folded text maps to its position in the original") {
  struct Row {
    std::string original;
    std::string folded_piece;  // the piece to find in the folded text
    std::string original_piece;
  };
  const std::vector<Row> rows = {
      {"I don\u2019t know", "don't", "don\u2019t"},
      {"\U0001f600 order \uff2f\u201312", "O-12", "\uff2f\u201312"},
      {"a re\u200bfund\u200b b", "refund", "re\u200bfund"},
      {"\u200b\u200bx", "x", "x"},
      {"x\xFFy", "\ufffd", "\xFF"},
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

TEST_CASE("folding: a range that begins or ends inside a code point is widened to the whole code point") {
  const std::string original = "x\u00e9y";
  const FoldedText text(original);
  CHECK(text.original_span(2, 3) == Span{1, 3});
  CHECK(text.original_span(1, 2) == Span{1, 3});
  CHECK(text.original_span(4, 4) == Span{4, 4});
  CHECK(text.original_span(1, 1) == Span{1, 1});
}

TEST_CASE("folding: a regex may contain typographic characters") {
  struct Row {
    std::string regex;
    std::string message;
  };
  const std::vector<Row> rows = {
      {"don\u2019t", "I don't"}, {"don't", "I don\u2019t"}, {"a\u2013b", "a-b"}, {"[a\u2013z]x", "-x"},
      {"\uff08a\uff09", "(a)"},  {"\\\u2013", "-"},         {"x\u00a0y", "x y"},
  };
  for (const Row& row : rows) {
    INFO(row.regex);
    const Pattern pattern(row.regex);
    REQUIRE(pattern.is_valid());
    CHECK(pattern.occurs_in(FoldedText(row.message).text()));
  }
  CHECK_FALSE(Pattern("[a\u2013z]x").occurs_in("bx"));
}

}  // namespace
}  // namespace parley::intents
