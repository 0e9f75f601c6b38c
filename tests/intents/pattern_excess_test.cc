// Tests regexes that are refused before RE2 reads them.
#include "intents/pattern_excess.h"

#include <catch2/catch.hpp>

#include "intents/pattern.h"
#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

std::string times(std::size_t count, const std::string& piece) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += piece;
  return out;
}

constexpr std::size_t kNone = std::string::npos;

std::size_t place_of_excess(const std::string& regex) {
  const auto excess = find_excess(regex);
  return excess ? excess->at : kNone;
}

TEST_CASE("a regex is refused before RE2 parses it, at the byte that exceeds a limit") {
  struct Row {
    std::string regex;
    std::size_t at;
  };
  const Row rows[] = {
      {"(?:" + times(10'000, "\\pL") + "){1000}", kMaxPatternBytes},
      {"(?:" + times(1'000, "\\pL") + "){1000}", 3 + 3 * kMaxUnicodeClasses},
      {"[" + times(1'000, "\\p{Greek}") + "]", 0},
      {times(1'000, "[^\\pL]"), 6 * kMaxUnicodeClasses},
      {times(20'000, "a"), kMaxPatternBytes},
      {"(?:" + times(60, "a") + "){1000}", 3 + 60 + 1},
      {times(200, "a{1000}"), 7 * 20},
      {"x" + times(200, "(?:b|cd){1000}"), 1 + 14 * 4 + 8},
      {"((?:(?i:\\.[a-z]){100}){100}){100}", 22},
      {"\\Q" + times(100, "({") + "\\E(?P<value>" + times(60, "\\x{e9}") + "){1000}", 2 + 200 + 2 + 10 + 360 + 1},
      {"(a{99999999999999999999}", 2},
      {times(2'000, "\\b{1000}"), 8 * 20},
      {times(2'000, "(){1000}"), 8 * 20 + 1},
  };
  for (const Row& row : rows) {
    INFO(row.regex.substr(0, 60));
    CHECK(place_of_excess(row.regex) == row.at);
  }
}

TEST_CASE("a regex within the limits has no excess") {
  for (const std::string& regex :
       {std::string(), std::string("\\b(refund|money back)\\b"), times(400, "word|") + "w", times(32, "\\p{Greek}"),
        times(5'000, "a"), std::string("(?:\\pL{30}){30}"), std::string("x{0,900}"), times(4'000, "a*"),
        std::string("(?:a{0}){1000}"), "[[:alpha:]\\]" + times(2'000, "{9}") + "]", std::string("a{,9}{x}{"),
        // place_of_excess() leaves a regex that does not compile to RE2
        std::string("(((a"), std::string("a)))"), std::string("[a"), std::string("\\"), std::string("\\p{"),
        std::string("\\p"), std::string("[\\p{L"), std::string("\\x{"), std::string("\\Qabc"), std::string("(?"),
        std::string("(?P<"), std::string("{9}"), std::string("[[:al")}) {
    INFO(regex.substr(0, 60));
    CHECK(place_of_excess(regex) == kNone);
  }
}

// Compiles each regex with RE2 directly, without the checks of pattern_excess.
TEST_CASE("a regex that compiles to an allowed program is never refused for its size") {
  for (const std::string& regex : {times(600, "abcdefg "), "(?:" + times(40, "[a-c]x") + "){1,30}", times(32, "\\pZ"),
                                   std::string("(?:\\w{1,20} ){0,20}"), times(1'200, "\\x{e9}")}) {
    INFO(regex.substr(0, 60));
    const Pattern pattern(regex);
    REQUIRE((pattern.is_valid() && !pattern.is_too_large()));
    CHECK(place_of_excess(regex) == kNone);
  }
}

TEST_CASE("E404: a bot's regex that is refused before compiling is reported with its position") {
  const auto errors_of = [](const std::string& regex) {
    return errors(kHead + std::string("intents:\n") + intent("a", "match: [{regex: '" + regex + "'}]"));
  };
  const auto found = errors_of("(?:" + times(60, "a") + "){1000}");
  REQUIRE(found.size() == 1);
  CHECK(found.front().find("error[E404]: regex too large: its repetitions expand to") != std::string::npos);
  const auto at_start = errors_of("(?:x.{0,900}){900}");
  REQUIRE(at_start.size() == 1);
  const auto column = [](const std::string& error) {
    return std::stoi(error.substr(error.find(':', error.find(':') + 1) + 1));
  };
  CHECK(column(found.front()) - column(at_start.front()) == 64 - 13);
  const auto classes = errors_of("(?:" + times(10'000, "\\pL") + "){1000}");
  REQUIRE(classes.size() == 1);
  CHECK(classes.front().find("it has 30010 bytes; the limit is 16384") != std::string::npos);
}

TEST_CASE("E404: nested repetitions are reported with the position and the product") {
  CHECK(place_of_excess("(a{1,100}){1,100}") == 10);
  CHECK(place_of_excess("(?:b(a{2,20}|c){30}d){2}") == 21);
  CHECK(place_of_excess("a{1001}") == 1);
  CHECK(place_of_excess("(a{1,10}){1,100}") == kNone);
  CHECK(place_of_excess("(a{100})(b{100})") == kNone);
  CHECK(place_of_excess("((a{100})*b){10}") == kNone);
  for (const char* regex : {"(a{1,10}){1,100}", "((a{100})*b){10}"}) CHECK(Pattern(regex).is_valid());
  for (const char* regex : {"(a{1,100}){1,100}", "(?:b(a{2,20}|c){30}d){2}", "a{1001}"})
    CHECK_FALSE(Pattern(regex).is_valid());
  const auto found = errors(kHead + std::string("intents:\n") + intent("a", "match: [{regex: '(a{1,100}){1,100}'}]"));
  REQUIRE(found.size() == 1);
  CHECK(
      found.front().find("error[E404]: regex repeats too much: with the repetitions inside it, {1,100} repeats a piece "
                         "up to 10000 times; the limit is 1000;") != std::string::npos);
}

TEST_CASE("E401: the search for the position of an error is bounded") {
  // The error is the `**` at the end. Each class before it contains the same characters, which are no error there.
  const auto place_in = [](std::size_t classes) {
    const auto found = errors(kHead + std::string("intents:\n") +
                              intent("a", "match: [{regex: '" + times(classes, "[a**]") + "b**'}]"));
    REQUIRE(found.size() == 1);
    CHECK(found.front().find("E401") != std::string::npos);
    return std::stoi(found.front().substr(found.front().find(':', found.front().find(':') + 1) + 1));
  };
  CHECK(place_in(3) - place_in(2) == 5);
  CHECK(place_in(3'000) == place_in(2'000));
}

}  // namespace
}  // namespace parley::intents
