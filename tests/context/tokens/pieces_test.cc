// Examples of how a text is split before bytes are merged. exact_test.cc checks the counts.
#include "context/tokens/pieces.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text.h"

using namespace parley;

namespace {

using Pieces = std::vector<std::string>;

Pieces pieces(Encoding encoding, const std::string& text) {
  Pieces all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = context::piece_end(encoding, text, at);
    all.push_back(text.substr(at, end - at));
    at = end;
  }
  return all;
}

}  // namespace

TEST_CASE("F55: a text is split like the encoding's expression splits it") {
  struct Case {
    const char* text;
    Pieces cl100k, o200k;
  };
  for (const Case& c : std::vector<Case>{
           {"Hello world", {"Hello", " world"}, {"Hello", " world"}},
           {"it's", {"it", "'s"}, {"it's"}},
           {"WE'LL", {"WE", "'LL"}, {"WE'LL"}},
           {"'style", {"'s", "tyle"}, {"'style"}},
           {"camelCaseHTTPServer", {"camelCaseHTTPServer"}, {"camel", "Case", "HTTPServer"}},
           {"12345", {"123", "45"}, {"123", "45"}},
           {"a  b", {"a", " ", " b"}, {"a", " ", " b"}},
           {"a  ", {"a", "  "}, {"a", "  "}},
           {"a \n  b", {"a", " \n", " ", " b"}, {"a", " \n", " ", " b"}},
           {"f();\n\nx", {"f", "();\n\n", "x"}, {"f", "();\n\n", "x"}},
           {"//\n/x", {"//\n", "/x"}, {"//\n/", "x"}},
           {" ...a", {" ...", "a"}, {" ...", "a"}},
           {"\t5", {"\t", "5"}, {"\t", "5"}},
           {"e\xCC\x81t", {"e", "\xCC\x81t"}, {"e\xCC\x81t"}},
           {"\xCC\x81"
            "ABC",
            {"\xCC\x81"
             "ABC"},
            {"\xCC\x81", "ABC"}},
           {"\xE4\xB8\x80"
            "AB",
            {"\xE4\xB8\x80"
             "AB"},
            {"\xE4\xB8\x80", "AB"}},
       }) {
    INFO(c.text);
    CHECK(pieces(Encoding::kCl100kBase, c.text) == c.cl100k);
    CHECK(pieces(Encoding::kO200kBase, c.text) == c.o200k);
  }
}

TEST_CASE("F55: every text is split into non-empty pieces at character boundaries") {
  CHECK(rc::check([] {
    const std::string text = base::valid_utf8(*rc::gen::string<std::string>());
    for (const Encoding encoding : {Encoding::kCl100kBase, Encoding::kO200kBase}) {
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = context::piece_end(encoding, text, at);
        RC_ASSERT(end > at);
        RC_ASSERT(end <= text.size());
        RC_ASSERT(base::find_invalid_utf8(text.substr(at, end - at)) == std::string::npos);
        at = end;
      }
    }
  }));
}
