#include "server/query.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace parley::server;

TEST_CASE("percent_decoded() reads escapes, and refuses those that are incomplete or no text") {
  struct Case {
    const char* text;
    std::optional<std::string> decoded;
  };
  const auto row = GENERATE(Case{"abc", "abc"}, Case{"a%20b", "a b"}, Case{"%41%4a%4A", "AJJ"}, Case{"", ""},
                            Case{"%C3%A9", "\xC3\xA9"}, Case{"a+b", "a+b"}, Case{"%", {}}, Case{"%4", {}},
                            Case{"%4g", {}}, Case{"%00", {}}, Case{"%C3", {}}, Case{"%FF", {}});
  CAPTURE(row.text);
  CHECK(percent_decoded(row.text) == row.decoded);
}

TEST_CASE("percent_decoded() reverses percent_encoded()") {
  CHECK(rc::check([] {
    const auto text = *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127));
    RC_ASSERT(percent_decoded(percent_encoded(text)) == text);
  }));
}

TEST_CASE("Query::parse() reads parameters, and refuses a name twice") {
  const auto query = Query::parse("after=5&q=a+b%26c&empty=&flag");
  REQUIRE(query);
  CHECK(*query->find("after") == "5");
  CHECK(*query->find("q") == "a b&c");
  CHECK(query->find("empty")->empty());
  CHECK(query->find("flag")->empty());
  CHECK_FALSE(query->find("other"));
  CHECK(Query::parse("")->all().empty());
  CHECK_FALSE(Query::parse("a=1&a=2"));
  CHECK_FALSE(Query::parse("a=%zz"));
}

TEST_CASE("parse_count() reads whole numbers up to a bound") {
  struct Case {
    const char* text;
    std::optional<std::int64_t> number;
  };
  const auto row =
      GENERATE(Case{"0", 0}, Case{"100", 100}, Case{"101", {}}, Case{"", {}}, Case{"-1", {}}, Case{"+1", {}},
               Case{"1.0", {}}, Case{" 1", {}}, Case{"1x", {}}, Case{"99999999999999999999", {}});
  CAPTURE(row.text);
  CHECK(parse_count(row.text, 100) == row.number);
}
