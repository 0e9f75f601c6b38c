#include "parley/value.h"

#include <limits>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/nesting.h"
#include "support/value_generator.h"

using namespace parley;
using parley::test::any_value;

TEST_CASE("values print as compact JSON with sorted members") {
  const Value value(Value::Object{{"b", Value(Value::Array{1, 2.5, true, Value(), "x\n"})}, {"a", Value::Object{}}});
  CHECK(value.to_json() == R"({"a":{},"b":[1,2.5,true,null,"x\n"]})");
  CHECK(Value(3.0).to_json() == "3.0");
  CHECK(Value(std::numeric_limits<double>::infinity()).to_json() == "null");
}

TEST_CASE("printed JSON parses back to the same value") {
  CHECK(rc::check([] {
    const Value value = any_value(4);
    const auto read = Value::parse(value.to_json());
    RC_ASSERT(read.has_value());
    RC_ASSERT(read->to_json() == value.to_json());
  }));
}

TEST_CASE("invalid JSON is refused, and the error does not quote it") {
  std::string deep(65, '[');
  deep += std::string(65, ']');
  for (const std::string& json :
       {std::string("{"), std::string("{\"secret\":}"), std::string("[1,]"), std::string(""), std::string("{} x"),
        std::string("\"\xFF\""), std::string("{\"a\":1,\"a\":2}"), std::string("NaN"), deep}) {
    const auto read = Value::parse(json);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().code == ErrorCode::kInvalidRequest);
    CHECK(read.error().message.find("secret") == std::string::npos);
  }
}

TEST_CASE("a short text with very many values is refused") {
  const auto list_of = [](const char* item, std::size_t count) {
    std::string json = "[";
    for (std::size_t i = 0; i < count; ++i) json += (i == 0 ? "" : ",") + std::string(item);
    return json + "]";
  };
  struct Row {
    const char* item;
    std::size_t values;  // of the item
  };
  for (const Row& row : {Row{"[]", 1}, {"{}", 1}, {"1", 1}, {"null", 1}, {"\"\"", 1}, {"{\"\":1}", 2}, {"[[[]]]", 3}}) {
    INFO(row.item);
    const auto too_many = Value::parse(list_of(row.item, Value::kMostValues / row.values + 1));
    REQUIRE_FALSE(too_many.has_value());
    CHECK(too_many.error().code == ErrorCode::kLimitExceeded);
    CHECK(too_many.error().message == "more than 200000 values");
    CHECK(Value::parse(list_of(row.item, Value::kMostValues / row.values + 1), Value::kUnlimited).has_value());
    CHECK(Value::parse(list_of(row.item, 10), 10 * row.values + 1).has_value());
    CHECK_FALSE(Value::parse(list_of(row.item, 10), 10 * row.values).has_value());
  }
}

TEST_CASE("random bytes never crash the reader") {
  CHECK(rc::check([](const std::string& bytes) {
    const auto read = Value::parse(bytes);
    const bool answered = read.has_value() || !read.error().message.empty();
    RC_ASSERT(answered);
  }));
}

TEST_CASE("paths select members of objects and arrays") {
  const Value value = *Value::parse(R"({"result":{"items":[{"id":7}],"n":null}})");
  CHECK(*value.at_path("result.items.0.id") == Value(7));
  CHECK(value.at_path("result.n")->is_null());
  CHECK(value.at_path("")->if_object() != nullptr);
  for (const char* path : {"result.items.1.id", "result.items.x", "result.items.-1", "nothing", "result.n.x"}) {
    CHECK(value.at_path(path) == nullptr);
  }
}

TEST_CASE("to_text() writes values as a person would") {
  CHECK(Value("O-12345").to_text() == "O-12345");
  CHECK(Value(12).to_text() == "12");
  CHECK(Value(12.5).to_text() == "12.5");
  CHECK(Value(3.0).to_text() == "3");
  CHECK(Value().to_text() == "");
  CHECK(Value(true).to_text() == "true");
}

TEST_CASE("a value nested 200,000 deep is destroyed without exhausting the stack") {
  for (const bool in_objects : {false, true}) {
    Value deep = 1;
    for (int level = 0; level < 200'000; ++level) {
      Value::Object members;
      Value::Array items;
      if (in_objects) {
        members.emplace("a", std::move(deep));
        deep = Value(std::move(members));
      } else {
        items.push_back(std::move(deep));
        deep = Value(std::move(items));
      }
    }
    CHECK(base::is_nested_deeper(deep));
    CHECK(base::is_nested_deeper(deep, 1000));
  }
  CHECK_FALSE(base::is_nested_deeper(Value(Value::Array{Value(Value::Array{1})}), 2));
  CHECK(base::is_nested_deeper(Value(Value::Array{Value(Value::Array{1})}), 1));
}
