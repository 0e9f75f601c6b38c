#include "context/window/truncate.h"

#include <catch2/catch.hpp>

#include "base/text.h"
#include "parley/value.h"
#include "tests/context/window/history_generators.h"

using namespace parley;
using context::shorten;
using context::shorten_keeping_json;

TEST_CASE("a text that is short enough is unchanged") {
  CHECK(shorten("seven77", 7) == "seven77");
  CHECK(shorten("", 0).empty());
  CHECK(shorten_keeping_json("{\"a\": 1}", 8) == "{\"a\": 1}");
}

TEST_CASE("X33: a text one character too long does not grow by the marker") {
  const std::string text(2'001, 'x');
  const std::string shorter = shorten(text, 2'000);
  CHECK(shorter.size() <= 2'000);
  CHECK(shorter.find("characters left out ...]") != std::string::npos);
}

TEST_CASE("X34: no character is split") {
  std::string text;
  for (int i = 0; i < 300; ++i) text += i % 2 ? "\xE8\xAF\xB7" : "\xF0\x9F\x9A\x9A";
  for (const std::size_t limit : {0, 1, 3, 10, 79, 80, 81, 299}) {
    const std::string shorter = shorten(text, limit);
    CHECK(base::find_invalid_utf8(shorter) == std::string::npos);
    CHECK(base::count_code_points(shorter) <= limit);
  }
}

TEST_CASE("X34: shortened JSON is still JSON of the same kind and never longer") {
  test::RandomSource random(7);
  for (int i = 0; i < 2'000; ++i) {
    const std::string json = test::random_value(random, 4).to_json();
    const Value before = *Value::parse(json);
    if (!before.if_object() && !before.if_array()) continue;
    const std::size_t limit = 100 + random.below(400);
    const std::string shorter = shorten_keeping_json(json, limit);
    INFO(json << "\n" << shorter);
    CHECK(shorter.size() <= json.size());
    CHECK(base::count_code_points(shorter) <= limit);
    const auto after = Value::parse(shorter);
    REQUIRE(after);
    CHECK((before.if_object() != nullptr) == (after->if_object() != nullptr));
    CHECK(shorten_keeping_json(shorter, limit) == shorter);
  }
}

TEST_CASE("the omitted parts of JSON are counted") {
  Value::Array items;
  for (int i = 0; i < 500; ++i) items.push_back("order number " + std::to_string(i));
  const Value shorter = *Value::parse(shorten_keeping_json(Value(items).to_json(), 2'000));
  CHECK(*shorter.if_array()->back().if_string() == "[... 450 items left out]");
  CHECK(*shorter.if_array()->front().if_string() == "order number 0");
}

TEST_CASE("a text that only looks like JSON is shortened as text") {
  const std::string broken = "{\"a\": " + std::string(3'000, '1') + "x";
  CHECK(shorten_keeping_json(broken, 200).find("characters left out") != std::string::npos);
}
