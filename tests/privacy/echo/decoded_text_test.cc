// Tests decoded texts: the characters that escapes represent, and the mapping back.
#include "privacy/echo/decoded_text.h"

#include <catch2/catch.hpp>

using namespace parley;
using privacy::DecodedText;

namespace {

using Decoder = bool (DecodedText::*)(DecodedText&) const;

// Returns the decoded text; "nothing" if the text has no escape of this kind.
std::string decoded(Decoder decoder, std::string_view text) {
  DecodedText out{std::string_view()};
  return (DecodedText(text).*decoder)(out) ? std::string(out.text()) : "nothing";
}

}  // namespace

TEST_CASE("JSON escapes are decoded, and invalid ones stay") {
  const Decoder json = &DecodedText::decode_json;
  CHECK(decoded(json, R"(a\"b\\c\/d\n)") == "a\"b\\c/d\n");
  CHECK(decoded(json, R"(\u00fc \u00FC \ud83d\ude00 \x41)") == "\u00fc \u00fc \U0001f600 A");
  CHECK(decoded(json, R"(\q \u12 \ud83d \ude00 \xff\)") == "nothing");
  CHECK(decoded(json, R"(\q\")") == "\\q\"");
  CHECK(decoded(json, "plain") == "nothing");
}

TEST_CASE("URL escapes are decoded, and invalid ones stay") {
  const Decoder url = &DecodedText::decode_url;
  CHECK(decoded(url, "a+b%20c%2fd%2F%C3%BC") == "a b c/d/\u00fc");
  CHECK(decoded(url, "100% %zz %4") == "nothing");
}

TEST_CASE("HTML entities are decoded, and invalid ones stay") {
  const Decoder html = &DecodedText::decode_html;
  CHECK(decoded(html, "a&amp;b&#39;c&#x27;d&quot;&lt;&gt;&nbsp;") == "a&b'c'd\"<> ");
  CHECK(decoded(html, "J&uuml;rgen &Eacute;va &szlig;") == "Jurgen Eva \u00df");
  CHECK(decoded(html, "AT&T & co; &#0; &#xd800; &#x110000; &#; &unknown; &") == "nothing");
}

TEST_CASE("a position in decoded text maps to its escape, also through two decodings") {
  const std::string text = R"(x\"%41\")";
  DecodedText once{std::string_view()}, twice{std::string_view()};
  REQUIRE(DecodedText(text).decode_json(once));
  CHECK(once.text() == "x\"%41\"");
  CHECK(once.original_span(1, 2) == Span{1, 3});
  CHECK(once.original_span(0, once.text().size()) == Span{0, text.size()});
  REQUIRE(once.decode_url(twice));
  CHECK(twice.text() == "x\"A\"");
  CHECK(twice.original_span(2, 3) == Span{3, 6});
  CHECK(twice.original_span(3, 4) == Span{6, 8});
}
