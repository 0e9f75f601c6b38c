#include "memory/message_texts.h"

#include <catch2/catch.hpp>

using namespace parley;

namespace {

Message masked(Message message) {
  return memory::transform_texts(std::move(message), [](const std::string& text) {
    std::string out = text;
    for (auto at = out.find("42"); at != std::string::npos; at = out.find("42")) out.replace(at, 2, "{x}");
    return out;
  });
}

}  // namespace

TEST_CASE(
    "every text of a message is transformed: its text, program, model, files, and the names and values of its "
    "metadata") {
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

TEST_CASE("a private type that matches the built-in metadata fields leaves them unchanged") {
  const auto mask_all = [](Message message) {
    return memory::transform_texts(std::move(message), [](const std::string&) { return std::string("{x}"); });
  };
  const std::string hash(64, 'a');
  const Value::Object own{{"important", true},
                          {"decision", false},
                          {"confirmed", true},
                          {"filled", true},
                          {"usage", Value::Object{{"input_tokens", 1}, {"output_tokens", 2}, {"cost", 3}}},
                          {"left_out", Value::Object{{"turns", 1}, {"messages", 2}, {"files", 3}}},
                          {"artifact", Value::Object{{"sha256", hash}, {"bytes", 7}}}};
  for (const Role role : {Role::kUser, Role::kAssistant, Role::kTool, Role::kSummary}) {
    Message message;
    message.role = role;
    message.details.metadata = own;
    CHECK(mask_all(message).details.metadata == own);
  }
  Message outcome;
  outcome.role = Role::kTool;
  outcome.details.tool = "refunds.create";
  outcome.text = "refunds.create: ok";
  CHECK(mask_all(outcome).text == "refunds.create: ok");
  // Metadata that has a built-in name but another form belongs to the caller.
  Message message;
  message.details.metadata = {{"important", "41"},
                              {"usage", Value::Object{{"input_tokens", "41"}}},
                              {"artifact", Value::Object{{"sha256", "41"}, {"bytes", 7}}},
                              {"left_out", "41"},
                              {"reasoning", "41"},
                              {"a", 1}};
  CHECK(Value(mask_all(message).details.metadata).to_json() ==
        R"({"artifact":{"{x}":"{x}","{x} 2":"{x}"},"important":"{x}","left_out":"{x}","reasoning":"{x}",)"
        R"("usage":{"{x}":"{x}"},"{x}":"{x}"})");
}

TEST_CASE("if redaction turns a metadata name into a built-in name, both values are kept") {
  Message message;
  message.details.metadata = {{"xfilled", 1}, {"filled", true}};
  message = memory::transform_texts(
      std::move(message), [](const std::string& text) { return text == "xfilled" ? std::string("filled") : text; });
  CHECK(Value(message.details.metadata).to_json() == R"({"filled":true,"filled 2":1})");
}

TEST_CASE("a redacted call or result is still valid JSON and keeps the names that the bot defines") {
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

TEST_CASE("members are all kept if redaction makes their names equal") {
  Message message;
  message.details.metadata = {{"42", 1}, {"{x}", 2}, {"{x} 2", 3}};
  CHECK(Value(masked(message).details.metadata).to_json() == R"({"{x}":1,"{x} 2":2,"{x} 2 2":3})");
}
