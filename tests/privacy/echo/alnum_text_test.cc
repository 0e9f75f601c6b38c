// Tests AlnumText: the letters and digits of a text, their positions, and where words end.
#include "privacy/echo/alnum_text.h"

#include <catch2/catch.hpp>

using namespace parley;
using privacy::AlnumText;
using privacy::is_word_border;

TEST_CASE("an alphanumeric text is the folded letters and digits") {
  CHECK(AlnumText("O-12 345").all() == "o12345");
  CHECK(AlnumText("J\u00fcRGEN \uff21\uff11 \u0664").all() == "jurgena14");
  CHECK(AlnumText("\U0001f600 -- !").all().empty());
  CHECK(AlnumText("\ufdfa").all().size() > 18);  // one code point of three bytes
  CHECK(AlnumText("\ufdfa\ufdfaab").all().substr(AlnumText("\ufdfa\ufdfa").size()) == "ab");
}

TEST_CASE("symbols know their positions and the gaps between them") {
  const AlnumText symbols("a\u2013\u2013b e\u0301c");
  REQUIRE(symbols.all() == "abec");
  CHECK(symbols.gap_after(0) == 2);
  CHECK(symbols.gap_after(1) == 1);
  CHECK(symbols.gap_after(2) == 0);  // the accent is not a symbol
  CHECK(symbols.begin_of(2) == 9);
  CHECK(symbols.end_of(2) == 12);
  CHECK(symbols.end_of(3) == 13);
}

TEST_CASE("a mask of a known label is not text") {
  const std::vector<std::string_view> labels = {"card", "pin"};
  const AlnumText symbols("a{card}b{pin:...1234}{other}{card#0123456789ab}{card", labels);
  CHECK(symbols.all() == std::string_view("a\0b\0other\0card", 14));
  CHECK(symbols.masks().size() == 3);
  CHECK(symbols.masks()[0] == Span{1, 7});
}

TEST_CASE("escapes are detected") {
  for (const char* text : {"a\\n", "%20", "a+b", "&amp;"}) CHECK(AlnumText(text).has_escapes());
  CHECK_FALSE(AlnumText("Jo (12) <x>/y").has_escapes());
}

TEST_CASE("a word ends where its letters or digits end") {
  const std::string text = "Ann12 \u00e9t\u00e9\u3042b_c";
  std::vector<std::size_t> borders;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if ((at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) && is_word_border(text, at)) {
      borders.push_back(at);
    }
  }
  CHECK(borders == std::vector<std::size_t>{0, 3, 5, 6, 11, 14, 15, 16, 17});
  CHECK_FALSE(is_word_border("e\u0301a", 3));  // after the accent
}
