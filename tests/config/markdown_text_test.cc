#include "config/markdown_text.h"

#include <chrono>

#include <catch2/catch.hpp>

namespace parley::config {
namespace {

TEST_CASE("Inline markup becomes the text that a reader sees") {
  struct Case {
    const char* markup;
    const char* text;
  };
  const Case cases[] = {
      {"plain", "plain"},
      {"a **bold** and *slanted* word", "a bold and slanted word"},
      {"__bold__ _slanted_ ~~gone~~", "bold slanted gone"},
      {"snake_case_name and 2 * 3", "snake_case_name and 2 * 3"},
      {"about ~5 km", "about ~5 km"},
      {"the [price list](https://x.example/p) of today", "the price list of today"},
      {"[a](x_(y)) b", "a b"},
      {"[text][name] and [plain brackets]", "text and [plain brackets]"},
      {"![a map](map.png) here", "a map here"},
      {"run `ls *.md` now", "run ls *.md now"},
      {"``a`b``", "ab"},
      {"one ` tick", "one  tick"},
      {"a\\*b\\_c \\d", "a*b_c \\d"},
      {"<b>bold</b> and<br>more", "bold and more"},
      {"<https://x.example/a> <a@x.example>", "https://x.example/a a@x.example"},
      {"5 < 6 & 7 > 2", "5 < 6 & 7 > 2"},
      {"a &amp; b &lt;c&gt; &nbsp;&copy;", "a & b <c>  &copy;"},
      {"gr\xC3\xBC\xC3\x9F*e*",
       "gr\xC3\xBC\xC3\x9F"
       "e"},
      {"", ""},
      {"[", "["},
      {"](", "]("},
      {"[a](b", "[a](b"},
      {"\\", "\\"},
  };
  for (const Case& one : cases) {
    INFO(one.markup);
    CHECK(plain_markdown(one.markup) == one.text);
  }
}

TEST_CASE("Hostile markup takes linear time") {
  for (const std::string piece : {"[", "](", "`", "<a", "*_~", "![x](", "\\", "&am", "[a](("}) {
    std::string markup;
    while (markup.size() < 400'000) markup += piece;
    INFO(piece);
    const auto begin = std::chrono::steady_clock::now();
    CHECK(plain_markdown(markup).size() <= markup.size());
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  }
}

}  // namespace
}  // namespace parley::config
