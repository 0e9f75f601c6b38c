// Tests that sanitized texts have no terminal control characters and no identifying numbers.
#include "report/sanitize_text.h"

#include <catch2/catch.hpp>

#include "base/text.h"

using namespace parley::report;

TEST_CASE("terminal control characters are escaped") {
  struct Case {
    std::string text, shown;
  };
  const std::vector<Case> cases = {
      {"plain \xC3\xA4\xE6\x97\xA5", "plain \xC3\xA4\xE6\x97\xA5"},
      {"a\nb\tc", "a\\nb\\tc"},
      {"\x1b[31mred", "\\x1b[31mred"},
      {std::string("nul\0!", 5), "nul\\x00!"},
      {"\x7f\xC2\x9b", "\\x7f\\x9b"},
      {"\xE2\x80\xAEgnp.exe", "\\u202egnp.exe"},  // right to left from here
      {"a\xE2\x80\x8B"
       "b",
       "a\\u200bb"},                                     // no width
      {"\xE2\x81\xA6x\xE2\x81\xA9", "\\u2066x\\u2069"},  // isolates
      {"\xEF\xBB\xBFx", "\\ufeffx"},
      {"\xF3\xA0\x81\x81", "\\u0e0041"},  // a tag
      {"bad \xff byte", "bad \xEF\xBF\xBD byte"},
  };
  for (const Case& one : cases) CHECK(sanitize_text(one.text) == one.shown);
}

TEST_CASE("numbers that look like ids and network addresses are masked") {
  struct Case {
    const char* text;
    const char* masked;
  };
  const std::vector<Case> cases = {
      {"where is O-12345?", "where is #?"},
      {"order 12345, please", "order #, please"},
      {"two of 3 at 12:30", "two of 3 at #"},
      {"call +44 20 7946 0958 now", "call # now"},
      {"4111 1111 1111 1111", "#"},
      {"1 or 2 or 30", "1 or 2 or 30"},
      {"me@example.com, thanks", "(address), thanks"},
      {"see https://x.example/a?b=c.", "see (link)."},
      {"\xD9\xA1\xD9\xA2\xD9\xA3\xD9\xA4", "#"},      // Arabic digits
      {"\xEF\xBC\x91\xEF\xBC\x92\xEF\xBC\x93", "#"},  // full width
      {"  spaces\t and \n lines ", "spaces and lines"},
      {"???", "???"},
      {"", ""},
  };
  for (const Case& one : cases) {
    INFO(one.text);
    CHECK(without_ids(one.text) == one.masked);
  }
}

TEST_CASE("a text is cut at a character boundary") {
  CHECK(shortened("abc", 3) == "abc");
  CHECK(shortened("abcd", 3) == "abc...");
  CHECK(shortened("\xC3\xA4\xC3\xA4\xC3\xA4", 2) == "\xC3\xA4\xC3\xA4...");
}
