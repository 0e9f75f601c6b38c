// Tests the language model of an audit.
#include "audit/audit_model.h"

#include <catch2/catch.hpp>

using namespace parley;
using audit::AuditModel;

namespace {

ModelRequest request_for(const std::string& message) {
  ModelRequest request;
  request.messages = {
      {"system",
       "Rules.\n"
       R"({"id":"pay","meaning":"pay","params":[{"name":"order","type":"order_id"},)"
       R"({"name":"note","type":"free_text"}]})"
       "\n"
       R"({"id":"hours","meaning":"hours"})"},
      {"user", "The open intent: \"pay\"\nThe message of the user: " + Value(message).to_json() + "\n"}};
  return request;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an audit's model gives back the message and its masks, and fails in every way") {
  AuditModel model;
  std::vector<std::string> texts;
  int errors = 0;
  for (int i = 0; i < 6; ++i) {
    model.begin_turn(i);
    const auto answer = model.complete(request_for("take {order}, and hurry"));
    if (answer) {
      texts.push_back(answer->text);
      CHECK_FALSE(answer->may_be_cached);
    } else {
      CHECK(contains(answer.error().message, "{order}"));
      ++errors;
    }
  }
  REQUIRE(texts.size() == 5);
  CHECK(errors == 1);
  for (const std::size_t with_answers : {0U, 4U}) {
    for (const char* part : {R"("words":"{order}")", R"("words":"and hurry")", R"("words":"take {order}, and hurry")",
                             R"("name":"note")", R"("name":"order")"}) {
      INFO(part);
      CHECK(contains(texts[with_answers], part));
    }
  }
  CHECK(contains(texts[1], R"("id":"pay")"));
  CHECK(contains(texts[2], R"("id":"take {order}, and hurry")"));
  CHECK_FALSE(Value::parse(texts[3]));
  for (std::size_t i : {0U, 1U, 2U, 4U}) CHECK(Value::parse(texts[i]));
}

TEST_CASE("an audit's model keeps each prompt with its turn") {
  AuditModel model;
  model.begin_turn(7);
  REQUIRE(model.complete(request_for("hello")));
  const auto prompts = model.prompts();
  REQUIRE(prompts.size() == 1);
  CHECK(prompts[0].turn == 7);
  CHECK(contains(prompts[0].text, "hello"));
}
