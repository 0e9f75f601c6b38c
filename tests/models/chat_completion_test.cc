// Tests the body of a request for a chat completion, and the reading of responses.
#include "models/chat_completion.h"

#include <catch2/catch.hpp>

using namespace parley;
using models::chat_body;
using models::completion_of;
using models::Schema;

TEST_CASE("a body has the messages and no tools, and the schema only if the server has it") {
  ModelRequest request;
  request.messages = {{"system", "Read."}, {"user", "\"quoted\"\n"}};
  request.schema = Value::Object{{"type", "object"}};
  request.max_tokens = 7;
  const Value plain = *Value::parse(chat_body(request, "m", Schema::kOmitted));
  CHECK(*plain.at_path("messages.1.content") == Value("\"quoted\"\n"));
  CHECK(*plain.find("model") == Value("m"));
  CHECK(*plain.find("max_tokens") == Value(7));
  CHECK_FALSE(plain.find("tools"));
  CHECK_FALSE(plain.find("response_format"));
  const Value strict = *Value::parse(chat_body(request, "m", Schema::kSent));
  CHECK(*strict.at_path("response_format.json_schema.schema.type") == Value("object"));
}

TEST_CASE("a completion has a text and perhaps its usage") {
  const auto answer = completion_of(R"({"choices":[{"message":{"content":"{}"},"finish_reason":"stop"}],)"
                                    R"("usage":{"prompt_tokens":12,"completion_tokens":-3}})",
                                    "it");
  CHECK(answer.text == "{}");
  CHECK(answer.usage.input_tokens == 12);
  CHECK(answer.usage.output_tokens == 0);
}

TEST_CASE("a completion without a text is a problem of the request, without its text") {
  const char* bodies[] = {
      "",
      "<html>secret</html>",
      R"({"choices":[{"message":{"content":"secret \ud83d"}}]})",  // half of an emoji, as some servers write it
      "[]",
      R"({"choices":[]})",
      R"({"choices":[{"message":{"content":null,"tool_calls":[{"secret":1}]}}]})",
      R"({"choices":[{"message":{"content":"secret"},"finish_reason":"length"}]})",
  };
  for (const char* body : bodies) {
    INFO(body);
    const auto answer = completion_of(body, "the endpoint");
    CHECK(answer.text.empty());
    CHECK(answer.problem.find("the endpoint sent no completion") == 0);
    CHECK(answer.problem.find("secret") == std::string::npos);
  }
}
