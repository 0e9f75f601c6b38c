// Tests PlainText: the text that detectors read, and the mapping back to the original.
#include "privacy/plain_text.h"

#include <catch2/catch.hpp>

using namespace parley;
using privacy::PlainText;

TEST_CASE("plain text keeps its case and maps back to the original") {
  const PlainText ascii("Jo 12");
  CHECK(ascii.text() == "Jo 12");
  CHECK(ascii.original_span(3, 5) == Span{3, 5});

  const std::string original = "\uff2ao\u00a0e\u0301!\ufb01";
  const PlainText plain(original);
  CHECK(plain.text() == "Jo e!fi");
  CHECK(plain.original_span(0, 2) == Span{0, 4});
  CHECK(plain.original_span(3, 4) == Span{6, 9});    // the letter with its accent
  CHECK(plain.original_span(5, 6) == Span{10, 13});  // a part of a ligature maps to the complete ligature
  CHECK(plain.original_span(0, 7) == Span{0, original.size()});
}

TEST_CASE("two formats of a value have the same letters and digits") {
  for (const char* text : {"4111 1111", "4111-1111", "\uff14\uff11\uff11\uff11/1111"}) {
    CHECK(privacy::letters_and_digits(text) == "41111111");
  }
  CHECK(privacy::letters_and_digits("J\u00fcrgen-O'Neill") == "jurgenoneill");
  CHECK(privacy::letters_and_digits("***") == "***");
  CHECK(privacy::letters_and_digits("").empty());
}
