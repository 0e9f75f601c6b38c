#include "memory/search_words.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text.h"

using parley::memory::search_words;
using Words = std::vector<std::string>;

TEST_CASE("a text is searched by its words regardless of case, accents and punctuation") {
  const std::pair<std::string, Words> cases[] = {
      {"", {}},
      {" \t\r\n", {}},
      {"- . \" * ( ) : ^ { } + ' ; % _ /* -- \\", {}},
      {"Hello, World!", {"hello", "world"}},
      {"one two one", {"one", "two", "one"}},
      {"NEAR(a OR b) NOT c", {"near", "a", "or", "b", "not", "c"}},
      {"O-12345/x_y", {"o", "12345", "x", "y"}},
      {"don't", {"don", "t"}},
      {"12.50", {"12", "50"}},
      {std::string("before\0after", 12), {"before", "after"}},
      {"Caf\xC3\xA9 CAFE\xCC\x81", {"cafe", "cafe"}},  // composed, and with a combining accent
      {"STRASSE Stra\xC3\x9F"
       "e",
       {"strasse", "strasse"}},                                                                    // sharp s
      {"\xC3\x84RGER \xC3\xA4rger", {"arger", "arger"}},                                           // a umlaut
      {"\xC4\xB0stanbul", {"istanbul"}},                                                           // I with a dot
      {"\xCE\xA3\xCE\xBF\xCF\x86\xCF\x8C\xCF\x82", {"\xCF\x83\xCE\xBF\xCF\x86\xCE\xBF\xCF\x83"}},  // final sigma
      {"\xEF\xBC\xA1\xEF\xBC\x91 \xEF\xAC\x81ne", {"a1", "fine"}},              // full width, a ligature
      {"co\xC2\xADoperate zero\xE2\x80\x8Bwidth", {"cooperate", "zerowidth"}},  // soft hyphen, no width
      {"hi\xF0\x9F\x91\x8B\xF0\x9F\x8F\xBDyou", {"hi", "you"}},                 // an emoji separates words
      {"caf\xFFx", {"caf", "x"}},                                               // an invalid byte separates words
      {"\xD0\x9F\xD1\x80\xD0\x98\xD0\xB2\xD0\xB5\xD1\x82",
       {"\xD0\xBF\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82"}},  // Cyrillic
      {"\xE9\x80\x80\xE6\xAC\xBE"
       "OK\xE8\xAE\xA2\xE5\x8D\x95",
       {"\xE9\x80\x80", "\xE6\xAC\xBE", "ok", "\xE8\xAE\xA2", "\xE5\x8D\x95"}},
      {"\xE3\x81\x82\xE3\x82\xA2\xE3\x80\x82", {"\xE3\x81\x82", "\xE3\x82\xA2"}},  // Hiragana, Katakana, a full stop
      {"\xED\x99\x98\xEB\xB6\x88 \xEC\x9A\x94\xEC\xB2\xAD",
       {"\xED\x99\x98\xEB\xB6\x88", "\xEC\x9A\x94\xEC\xB2\xAD"}},  // Korean uses blanks
  };
  for (const auto& [text, words] : cases) {
    INFO(text);
    CHECK(search_words(text) == words);
  }
}

TEST_CASE("normalising search words a second time does not change them") {
  CHECK(rc::check([] {
    std::string text;
    for (int i = *rc::gen::inRange(0, 12); i > 0; --i) {
      const auto code_point = *rc::gen::oneOf(
          rc::gen::inRange<std::uint32_t>(0x20, 0x600), rc::gen::inRange<std::uint32_t>(0x900, 0x3100),
          rc::gen::inRange<std::uint32_t>(0xA000, 0xD000), rc::gen::inRange<std::uint32_t>(0xF900, 0x10000),
          rc::gen::inRange<std::uint32_t>(0x1D400, 0x1F700));
      parley::base::append_code_point(text, static_cast<char32_t>(code_point));
    }
    const Words words = search_words(text);
    std::string joined;
    for (const std::string& word : words) joined += word + ' ';
    RC_ASSERT(search_words(joined) == words);
  }));
}
