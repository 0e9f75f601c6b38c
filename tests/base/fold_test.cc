// Tests which texts count as equal after fold(), which folds a whole text, and append_plain(), which folds one code
// point.
#include "base/fold.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text.h"

using namespace parley;
using base::LetterCase;

namespace {

std::string plain(std::string_view text, LetterCase letters = LetterCase::kFolded) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) base::append_plain(out, base::next_code_point(text, at), letters);
  return out;
}

}  // namespace

TEST_CASE("folding ignores case, width, accents and invisible characters") {
  CHECK(base::fold("J\u00fcrgen \uff21\uff22 \ufb01n\u00ad") == "jurgen ab fin");
  CHECK(plain("J\u00fcrgen \uff21\uff22 \ufb01n\u00ad") == "jurgen ab fin");
  CHECK(plain("J\u00fcrgen \uff21\uff22", LetterCase::kKept) == "Jurgen AB");
  CHECK(plain("e\u0301\u200d\ufeff") == "e");
  CHECK(plain("\u00df\u1e9e") == "ssss");
  CHECK(plain("\xFF") == "\uFFFD");
}

TEST_CASE("the plain form has one kind of digits, dashes, blanks and quotes") {
  CHECK(plain("\uff14\u0664\u06f4\u096a\u0e54\U0001d7d2\U0001d7ec") == "4444440");
  CHECK(plain("\u2010\u2011\u2013\u2014\u2212\ufe63\uff0d") == "-------");
  CHECK(plain("\u00a0\u2009\u202f\u3000") == "    ");
  CHECK(plain("\u2018\u2019\u02bc") == "'''");
  CHECK(plain("\u201c\u201e\u00bb") == "\"\"\"");
}

TEST_CASE("the plain form of a plain text is the text itself") {
  CHECK(rc::check("the plain form does not change", [] {
    const auto code_points = *rc::gen::container<std::vector<char32_t>>(
        rc::gen::suchThat(rc::gen::inRange<char32_t>(1, 0x3000), [](char32_t c) { return c < 0xD800 || c > 0xDFFF; }));
    for (const char32_t code_point : code_points) {
      std::string text, once;
      base::append_code_point(text, code_point);
      base::append_plain(once, code_point, LetterCase::kFolded);
      RC_ASSERT(plain(once) == once);
      RC_ASSERT(base::find_invalid_utf8(once) == std::string::npos);
    }
  }));
}
