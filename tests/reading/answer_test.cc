// Tests the parsing of a model's answer.
#include "reading/answer.h"

#include <catch2/catch.hpp>

using namespace parley;
using reading::Answer;
using reading::parse_answer;

TEST_CASE("an answer is a JSON object, perhaps in a code block") {
  const char* json = R"({"intents":[{"id":"a","params":[{"name":"n","words":"w","value":null}]}],)"
                     R"("answers":[{"name":"m","words":"v","value":"x"}],"options":[{"number":2,"words":"o"}],)"
                     R"("questions":[{"number":-3,"words":"q"}],"change":["c"],"act":"human"})";
  const auto plain = parse_answer(json);
  REQUIRE(plain);
  CHECK(plain->intents == std::vector<reading::GivenIntent>{{"a", {{"n", "w", ""}}}});
  CHECK(plain->answers == std::vector<reading::GivenValue>{{"m", "v", "x"}});
  CHECK(plain->options == std::vector<reading::GivenEntry>{{2, "o"}});
  CHECK(plain->questions == std::vector<reading::GivenEntry>{{0, "q"}});
  CHECK(plain->change == std::vector<std::string>{"c"});
  CHECK(plain->act == Act::kHuman);
  const auto fenced = parse_answer(std::string("```json\n") + json + "\n```\n");
  REQUIRE(fenced);
  CHECK(*fenced == *plain);
  const auto again = parse_answer(reading::to_value(*plain).to_json());
  REQUIRE(again);
  CHECK(*again == *plain);
}

TEST_CASE("an answer that says nothing is valid") {
  CHECK(*parse_answer(R"({"act":"inform"})") == Answer());
  CHECK(*parse_answer(R"({"intents":[]})") == Answer());
  CHECK(*parse_answer(reading::to_value({}).to_json()) == Answer());
}

TEST_CASE("a yes, a no and tool calls of an answer are ignored") {
  CHECK(*parse_answer(R"({"act":"affirm","tool_calls":[{"name":"x"}]})") == Answer());
  CHECK(*parse_answer(R"({"act":"deny"})") == Answer());
}

TEST_CASE("other texts are refused, and the error quotes nothing") {
  std::string long_words(5000, 's');
  const std::string texts[] = {
      "",
      "secret",
      "[]",
      "{}",
      R"({"secret":1})",
      R"({"intents":"secret"})",
      R"({"intents":["secret"]})",
      R"({"intents":[{"id":7}]})",
      R"({"answers":[{"name":"n"}]})",
      R"({"change":[1]})",
      R"({"options":[2]})",
      R"({"options":[{"number":"secret","words":"w"}]})",
      R"({"questions":[{"number":1}]})",
      R"({"act":3})",
      R"({"answers":[{"name":"n","words":")" + long_words + R"("}]})",
      R"(Here you are: {"act":"inform"})",
      "```json\n{\"act\":\"inform\"",
  };
  for (const std::string& text : texts) {
    INFO(text.substr(0, 60));
    const auto answer = parse_answer(text);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().message.find("secret") == std::string::npos);
  }
}

TEST_CASE("the schema requires every member") {
  const Value schema = reading::answer_schema();
  CHECK(schema.find("required")->if_array()->size() == 6);
  CHECK(*schema.find("additionalProperties") == Value(false));
  CHECK(schema.at_path("properties.intents.items.properties.params.items.properties.words"));
}
