// Tests the JSON answers of language models.
#include "models/json_answer.h"

#include <catch2/catch.hpp>

using namespace parley;

TEST_CASE("JSON is read with and without a code block") {
  for (const char* text : {R"({"a":1})", " \n{\"a\":1}\n", "```json\n{\"a\":1}\n```", "```\n{\"a\": 1}```"}) {
    INFO(text);
    const auto answer = models::parse_json_answer(text);
    REQUIRE(answer);
    CHECK(answer->to_json() == R"({"a":1})");
  }
  for (const char* text : {"", "Sure!", "<html>", "```json\n```", "{\"a\":1} and more"}) {
    INFO(text);
    CHECK_FALSE(models::parse_json_answer(text));
  }
}

TEST_CASE("a schema requires every member and no others") {
  const Value schema = models::object_schema({{"texts", models::list_schema(models::typed("string"))}});
  CHECK(schema.to_json() ==
        R"({"additionalProperties":false,"properties":{"texts":{"items":{"type":"string"},"type":"array"}},)"
        R"("required":["texts"],"type":"object"})");
}

TEST_CASE("a repair request shows the invalid answer and the problem") {
  std::vector<ModelMessage> messages = {{"user", "a"}};
  models::append_repair(messages, "no", "the answer is not JSON");
  REQUIRE(messages.size() == 3);
  CHECK(messages[1] == ModelMessage{"assistant", "no"});
  CHECK_THAT(messages[2].text, Catch::Contains("the answer is not JSON"));
}
