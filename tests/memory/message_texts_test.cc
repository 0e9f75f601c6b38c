#include "memory/message_texts.h"

#include <catch2/catch.hpp>

using namespace parley;

namespace {

Message masked(Message message) {
  return memory::with_texts(std::move(message), [](const std::string& text) {
    std::string out = text;
    for (auto at = out.find("42"); at != std::string::npos; at = out.find("42")) out.replace(at, 2, "{x}");
    return out;
  });
}

}  // namespace

TEST_CASE("every text of a message changes: text, program, model, files, names and values of the metadata") {
  Message message;
  message.text = "it is 42";
  message.details.tool = "web 42";
  message.details.model = "model 42";
  message.details.files = {{FileRef::Kind::kImage, "/42.png", "hash42"}};
  message.details.metadata = {{"a42", Value(Value::Object{{"b42", 42}})}, {"important", true}};
  message = masked(message);
  CHECK(message.text == "it is {x}");
  CHECK(message.details.tool == "web {x}");
  CHECK(message.details.model == "model {x}");
  CHECK(message.details.files == std::vector<FileRef>{{FileRef::Kind::kImage, "/{x}.png", "hash{x}"}});
  CHECK(Value(message.details.metadata).to_json() == R"({"a{x}":{"b{x}":"{x}"},"important":true})");
}

TEST_CASE("a call and a result stay JSON, and keep the names that are the bot's") {
  Message call;
  call.role = Role::kCall;
  call.text = R"({"arg42":42,"other":{"n42":1}})";
  call.details.tool = "tool42";
  call = masked(call);
  CHECK(call.text == R"({"arg42":"{x}","other":{"n{x}":1}})");
  CHECK(call.details.tool == "tool42");

  Message result;
  result.role = Role::kTool;
  result.text = "tool42: ok";
  result.details.metadata = {{"result", R"({"n42":42,"m":[42,"42"]})"}};
  result = masked(result);
  CHECK(result.details.metadata.at("result") == Value(R"({"m":["{x}","{x}"],"n{x}":"{x}"})"));
}

TEST_CASE("members whose names become equal all stay") {
  Message message;
  message.details.metadata = {{"42", 1}, {"{x}", 2}, {"{x} 2", 3}};
  CHECK(Value(masked(message).details.metadata).to_json() == R"({"{x}":1,"{x} 2":2,"{x} 2 2":3})");
}
