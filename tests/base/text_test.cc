#include "base/text.h"

#include <limits>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace parley::base;

TEST_CASE("malformed UTF-8 is found at its position and replaced once per sequence") {
  struct Case {
    std::string text;
    std::size_t bad;
    std::string cleaned;
  };
  const std::string replacement = "\xEF\xBF\xBD";
  const Case cases[] = {
      {"", std::string::npos, ""},
      {"plain", std::string::npos, "plain"},
      {"caf\xC3\xA9", std::string::npos, "caf\xC3\xA9"},
      {"\xF0\x9F\x99\x82", std::string::npos, "\xF0\x9F\x99\x82"},
      {"a\xFFz", 1, "a" + replacement + "z"},
      {"a\xC3", 1, "a" + replacement},
      {"\xC0\xAF", 0, replacement},          // overlong '/'
      {"\xED\xA0\x80", 0, replacement},      // a surrogate
      {"\xF4\x90\x80\x80", 0, replacement},  // over U+10FFFF
      {"ok\xE2\x82", 2, "ok" + replacement},
  };
  for (const Case& one : cases) {
    CHECK(find_invalid_utf8(one.text) == one.bad);
    CHECK(valid_utf8(one.text) == one.cleaned);
  }
}

TEST_CASE("any bytes become valid UTF-8, and valid text stays unchanged") {
  CHECK(rc::check([](const std::string& bytes) {
    const std::string cleaned = valid_utf8(bytes);
    RC_ASSERT(find_invalid_utf8(cleaned) == std::string::npos);
    RC_ASSERT(valid_utf8(cleaned) == cleaned);
  }));
}

TEST_CASE("code points are read, written and counted") {
  std::string text;
  for (char32_t c : {U'a', U'\u00e9', U'\u20ac', U'\U0001F642'}) append_code_point(text, c);
  CHECK(text.size() == 10);
  CHECK(count_code_points(text) == 4);
  CHECK(code_point_offset(text, 3) == 2);
  std::size_t at = 0;
  CHECK(next_code_point(text, at) == U'a');
  CHECK(next_code_point(text, at) == U'\u00e9');
  CHECK(next_code_point(text, at) == U'\u20ac');
  CHECK(at == 6);
}

TEST_CASE("edit distance counts a transposition as one edit and stops at the limit") {
  struct Case {
    const char *a, *b;
    int limit, distance;
  };
  const Case cases[] = {{"", "", 3, 0},
                        {"order_id", "order_id", 3, 0},
                        {"oder_id", "order_id", 3, 1},
                        {"ordre", "order", 3, 1},
                        {"kitten", "sitting", 3, 3},
                        {"kitten", "sitting", 2, 3},
                        {"a", "abcdef", 3, 4},
                        {"abc", "xyz", 5, 3}};
  for (const Case& one : cases) {
    CHECK(edit_distance(one.a, one.b, one.limit) == one.distance);
    CHECK(edit_distance(one.b, one.a, one.limit) == one.distance);
  }
}

TEST_CASE("a JSON string is one line whatever the text contains") {
  struct Case {
    std::string text, json;
  };
  const Case cases[] = {{"plain", R"("plain")"},
                        {"a\"b\\c", R"("a\"b\\c")"},
                        {"a\r\nb\t", R"("a\r\nb\t")"},
                        {std::string("\0\x1b[31m\x7f", 7), R"("\u0000\u001b[31m\u007f")"},
                        {"\xFF", "\"\xEF\xBF\xBD\""}};
  for (const Case& one : cases) {
    std::string out;
    append_json_string(out, one.text);
    CHECK(out == one.json);
  }
}

TEST_CASE("an id has 1 to 128 characters: ASCII letters, digits and a few signs") {
  for (const char* good : {"a", "web:1", "Text.1:a@b+c-d_e", "0"}) CHECK(is_id(good));
  for (const char* bad : {"", " ", "a b", "a/b", "a\n", "\xC3\xA9", "a\"b"}) CHECK_FALSE(is_id(bad));
  CHECK(is_id(std::string(128, 'x')));
  CHECK_FALSE(is_id(std::string(129, 'x')));
}

TEST_CASE("trim() removes surrounding blanks, and lower_ascii() changes ASCII letters only") {
  CHECK(trim("  a b \r\n") == "a b");
  CHECK(trim(" \t ") == "");
  CHECK(lower_ascii("AbC-9") == "abc-9");
}
