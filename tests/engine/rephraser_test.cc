// Tests turns in which a language model says texts of the bot in other words.
#include "engine/rephraser.h"

#include <algorithm>
#include <future>
#include <map>

#include <catch2/catch.hpp>

#include "engine/model_desk.h"

using namespace parley;

namespace {

const char* const kBot = R"(
parley: 1
bot: {id: desk}
llm: {model: small, timeout: 300ms, style: warm}
entities: {order_id: {patterns: ['\bO-\d{5}\b']}}
tools:
  orders.find: {kind: host, idempotent: true}
  orders.send: {kind: host}
  orders.remove: {kind: host}
intents:
  - id: find
    match: [{regex: '\bfind\b'}]
    params: {order_id: {type: order_id, required: true, ask: Which order?, rephrase: true}}
    steps:
      - {say: "I look for {order_id}.", rephrase: true}
      - {tool: orders.find, with: {order: "{order_id}"}}
      - {say: "Found {order_id} on Monday.", rephrase: true}
      - say: Bye.
  - id: drop
    match: [{regex: '\bdrop\b'}]
    params: {order_id: {type: order_id, required: true, ask: Drop which?}}
    confirm: "Drop {order_id}?"
    steps: [{tool: orders.remove, with: {order: "{order_id}"}}, {say: Dropped.}]
redaction: {params: [order_id]}
fallback: {say: "Pardon?"}
)";

// Answers each text by the words of a table, and other texts by `otherwise`.
std::shared_ptr<NotingModel> wording_model(std::map<std::string, std::string> words,
                                           std::string otherwise = R"({"text":null})") {
  return std::make_shared<NotingModel>([=](const ModelRequest& request) -> Result<ModelAnswer> {
    for (const auto& [own, other] : words) {
      if (request.messages.back().text.find(own) == std::string::npos) continue;
      return ModelAnswer{Value(Value::Object{{"text", other}}).to_json(), {100, 20, 0}};
    }
    return ModelAnswer{otherwise, {100, 20, 0}};
  });
}

}  // namespace

TEST_CASE("texts are said in other words, and values come back") {
  const auto model = wording_model({{"Which order?", "Could you tell me which order it is?"},
                                    {"I look for", "Let me look for {value.order_id}."},
                                    {"Found", "Here we are: {value.order_id}, on Monday."}});
  ModelHarness desk(model, kBot);
  CHECK(desk.reply("find") == "Could you tell me which order it is?");
  CHECK(desk.reply("O-12345") == "Let me look for O-12345. Here we are: O-12345, on Monday. Bye.");
  CHECK(desk.calls.size() == 1);
  CHECK(model->received().find("O-12345") == std::string::npos);
  CHECK(model->received().find("warm") != std::string::npos);
}

TEST_CASE("a model that changes the meaning, fails or is slow leaves the bot's own text") {
  const std::string changed[] = {R"({"text":"Found it on Monday."})",
                                 R"({"text":"Found {value.order_id} on Tuesday."})",
                                 R"({"text":"Found {value.order_id} on Monday, ok?"})",
                                 R"({"text":"Found {value.order_id} on Monday, for $5."})",
                                 R"({"text":"Found {value.order_id} on Monday. See evil.example"})",
                                 R"({"tool_calls":[{"name":"orders.remove"}]})",
                                 "<html>",
                                 ""};
  for (const std::string& answer : changed) {
    INFO(answer);
    ModelHarness desk(wording_model({}, answer), kBot);
    CHECK(desk.reply("find O-12345") == "I look for O-12345. Found O-12345 on Monday. Bye.");
  }
  ModelHarness broken(std::make_shared<NotingModel>([](const ModelRequest&) -> Result<ModelAnswer> {
                        return Unexpected(ErrorCode::kInvalidRequest, "down");
                      }),
                      kBot);
  CHECK(broken.reply("find O-12345") == "I look for O-12345. Found O-12345 on Monday. Bye.");
}

TEST_CASE("after a timeout no further text of the turn waits for the model") {
  std::promise<void> released;
  const auto model = std::make_shared<NotingModel>(
      [release = released.get_future().share()](const ModelRequest&) -> Result<ModelAnswer> {
        release.wait();
        return ModelAnswer{R"({"text":null})", {}};
      });
  ModelHarness desk(model, kBot);
  CHECK(desk.reply("find O-12345") == "I look for O-12345. Found O-12345 on Monday. Bye.");
  CHECK(model->requests().size() == 1);
  released.set_value();
}

TEST_CASE("confirmations, the bot's replies and texts without rephrase are never sent") {
  const auto model = wording_model({});
  ModelHarness desk(model, kBot);
  desk.say("drop O-12345");
  desk.say("yes");
  desk.say("qwertz");
  CHECK(model->requests().empty());
}

TEST_CASE("the words of the model are stored with the message, private values masked") {
  const auto model = wording_model({{"I look for", "Let me look for {value.order_id}."}});
  ModelHarness desk(model, kBot);
  const Turn turn = desk.say("find O-12345", "m1");
  CHECK(turn.say.front() == "Let me look for O-12345.");
  const auto messages = *desk.store->messages("s1", 100);
  const auto said = std::find_if(messages.begin(), messages.end(),
                                 [](const Message& message) { return message.role == Role::kAssistant; });
  REQUIRE(said != messages.end());
  const Value& stored = said->details.metadata.at("model");
  CHECK(stored.to_json().find("O-12345") == std::string::npos);
  CHECK(*stored.find("outcome") == Value("ok"));
  const std::size_t asked = model->requests().size();
  const Turn again = desk.say("find O-12345", "m1");
  CHECK(again.duplicate);
  CHECK(model->requests().size() == asked);
}

TEST_CASE("equal texts with other values ask the model once") {
  const auto model = wording_model({{"I look for", "Let me look for {value.order_id}."}});
  ModelHarness desk(model, kBot);
  desk.say("find O-12345");
  const std::size_t asked = model->requests().size();
  CHECK(desk.say("find O-54321").say.front() == "Let me look for O-54321.");
  CHECK(model->requests().size() == asked);
}
