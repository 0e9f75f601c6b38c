#include "intents/word_patterns.h"

#include <catch2/catch.hpp>

using namespace parley::intents;

TEST_CASE("the parts of the regexes of words") {
  CHECK(concat({"a", "", std::string("b")}) == "ab");
  CHECK(either("a", "b") == "(?:a|b)");
  CHECK(any_before("(?:a|b)") == "(?:(?:a|b) )*");
  CHECK(any_after("(?:a|b)") == "(?: (?:a|b))*");
  CHECK(ends_word("a") == "a(?: |$)");
}
