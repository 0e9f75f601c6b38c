#include "server/masked_spans.h"

#include <regex>

#include <catch2/catch.hpp>

using namespace parley;
using namespace parley::server;

TEST_CASE("with_masked_spans() moves a span to the same piece of the masked text") {
  const std::string text = "I am ann@example.org, money back for bob@example.org please";
  const Mask mask = [](const std::string& one) {
    return std::regex_replace(one, std::regex("[a-z]+@example\\.org"), "{email}");
  };
  const std::string masked = mask(text);
  struct Case {
    const char* piece;
    const char* shown;  // empty: the piece has no place
  };
  const auto row = GENERATE(Case{"I am", "I am"}, Case{"ann@example.org", "{email}"}, Case{"money back", "money back"},
                            Case{"bob@example.org", "{email}"}, Case{"please", "please"}, Case{"example.org, mo", ""},
                            Case{"am ann", ""});
  CAPTURE(row.piece);
  const auto begin = static_cast<std::int64_t>(text.find(row.piece));
  const auto end = begin + static_cast<std::int64_t>(std::string(row.piece).size());
  const Value value = Value::Object{{"params", Value::Array{Value::Object{{"span", Value::Array{begin, end}}}}}};
  const Value moved = with_masked_spans(value, text, mask);
  const Value::Array& span = *moved.at_path("params")->if_array()->front().find("span")->if_array();
  double from = -1;
  double to = -1;
  REQUIRE((span[0].get_number(from) && span[1].get_number(to)));
  CHECK(masked.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from)) == row.shown);
  CHECK(with_masked_spans(value, text, {}) == value);
}

TEST_CASE("with_masked_spans() keeps other lists, and gives a span outside of the text no place") {
  const Mask mask = [](const std::string& one) { return one; };
  const Value value = Value::Object{{"numbers", Value::Array{7, 9}}, {"span", Value::Array{0, 9}}};
  const Value moved = with_masked_spans(value, "short", mask);
  CHECK(*moved.find("numbers") == Value(Value::Array{7, 9}));
  CHECK(*moved.find("span") == Value(Value::Array{0, 0}));
}
