// Tests turns that ask a language model: when they ask, what they send, what they use, and what they store.
#include "engine/model_reader.h"

#include <catch2/catch.hpp>

#include "engine/model_desk.h"

using namespace parley;

namespace {

constexpr const char* kFind = R"({"intents":[{"id":"find","params":[{"name":"order_id","words":"O-12345"}]}]})";

constexpr const char* kWifi =
    "knowledge: {answers: [{question: 'What is the wifi password?', answer: There is none.}]}\n";

std::string first_bot() { return replaced(kModelBot, "llm: fallback", "llm: first"); }

}  // namespace

TEST_CASE("a model is asked only about messages that the bot leaves unclear") {
  struct Case {
    std::vector<const char*> messages;
    std::size_t asked;        // with `fallback`
    std::size_t asked_first;  // with `first`
  };
  const Case cases[] = {
      {{"find O-12345"}, 0, 1},
      {{"where might it be"}, 1, 1},
      {{"hello", "thanks", "cancel", "yes"}, 0, 0},
      {{"find", "O-12345"}, 0, 1},
      {{"find", "the one of last week"}, 1, 2},
      {{"pay", "the one of last week"}, 0, 1},  // the answer is withheld, because the param is sensitive
      {{"  "}, 0, 0},
      {{"find", "is that any good for me?"}, 1, 2},  // a question that the bot has no answer to
      {{"what is the wifi password?"}, 0, 1},        // a passage answers it
  };
  for (const Case& one : cases) {
    for (const bool first : {false, true}) {
      const auto model = std::make_shared<NotingModel>(R"({"act":"inform"})");
      ModelHarness harness(model, (first ? first_bot() : kModelBot) + std::string(kWifi));
      for (const char* message : one.messages) harness.say(message);
      INFO(one.messages.back() << (first ? " first" : " fallback"));
      CHECK(model->requests().size() == (first ? one.asked_first : one.asked));
    }
  }
}

TEST_CASE("a reading starts an intent, and is stored with the message") {
  const auto model = std::make_shared<NotingModel>(kFind);
  ModelHarness harness(model);
  CHECK(harness.reply("where might O-12345 be") == "Found.");
  CHECK(harness.calls == std::vector<std::string>{R"(orders.find {"order":"O-12345"})"});
  const Message stored = harness.stored();
  CHECK(stored.details.metadata.at("model").to_json() == std::string(R"({"outcome":"ok","reading":)") + kFind + "}");
  CHECK(stored.details.metadata.at("usage").find("input_tokens")->to_text() == "100");
  CHECK((*harness.store->load("s1"))->usage == Usage{100, 20, 0});
}

TEST_CASE("a redelivered message gets the same turn and asks no model") {
  const auto model = std::make_shared<NotingModel>(kFind);
  ModelHarness harness(model);
  const Turn turn = harness.say("where might O-12345 be", "m1");
  const Turn again = harness.say("where might O-12345 be", "m1");
  CHECK(again.duplicate);
  CHECK(again.say == turn.say);
  CHECK(model->requests().size() == 1);
  CHECK(harness.calls.size() == 1);
}

TEST_CASE("a turn that is tried again after a conflict does not ask again") {
  const auto model = std::make_shared<NotingModel>(R"({"act":"inform"})");
  auto catalog = Catalog::parse(kModelBot, "desk.yaml");
  EngineOptions options;
  options.model = model;
  options.sweep_every = {};
  const auto store = std::make_shared<OvertakenStore>(create_memory_store());
  const auto engine = *Engine::create(*catalog, store, options);
  const auto turn = engine->handle(Request::text("s1", "where might it be"));
  REQUIRE(turn);
  CHECK(model->requests().size() == 1);
}

TEST_CASE("an engine without a model, and a model without an answer, leave the message to the bot") {
  ModelHarness without(nullptr);
  CHECK(without.reply("where might it be") == "Pardon?");
  CHECK(without.stored().details.metadata.count("model") == 0);
  ModelHarness broken(std::make_shared<NotingModel>("<html>"));
  CHECK(broken.reply("where might it be") == "Pardon?");
  CHECK(broken.stored().details.metadata.at("model").to_json() == R"({"outcome":"garbage"})");
}

TEST_CASE("an explanation says what the model did, or why it was not asked") {
  const auto why = [](std::shared_ptr<LanguageModel> model, const std::string& bot, const char* message) {
    ModelHarness harness(std::move(model), bot);
    return harness.say(message).explain.at_path("understanding.why")->to_json();
  };
  const auto answers = [](const char* text) { return std::make_shared<NotingModel>(text); };
  const std::string off = replaced(kModelBot, "llm: fallback", "llm: off");
  const std::string limited = replaced(kModelBot, "timeout: 300ms", "limits: {turn: 1}");
  struct Case {
    std::string said;
    const char* expected;
  };
  const Case cases[] = {
      {why(answers(kFind), kModelBot, "where might O-12345 be"), "its reading is used"},
      {why(answers(R"({"act":"inform"})"), kModelBot, "where might it be"), "nothing that the bot can use"},
      {why(answers("<html>"), kModelBot, "where might it be"), "gave no valid answer"},
      {why(answers(kFind), limited, "where might it be"), "because of 'llm.limits'"},
      {why(nullptr, kModelBot, "where might it be"), "No language model is connected"},
      {why(answers(kFind), off, "where might it be"), "'understanding.llm' is off"},
  };
  for (const auto& [said, expected] : cases) CHECK_THAT(said, Catch::Contains(expected));
  CHECK_THAT(why(answers(kFind), off, "find O-12345"), !Catch::Contains("language model"));
  CHECK_THAT(why(nullptr, off, "where might it be"), !Catch::Contains("language model"));
}

TEST_CASE("a model receives no private value, and its masks lead back to the values") {
  const auto model =
      std::make_shared<NotingModel>(R"({"intents":[{"id":"mail","params":[{"name":"address","words":"{email}"}]}]})");
  ModelHarness harness(model);
  harness.say("mail");
  harness.say("cancel");
  const Turn turn = harness.say("reach me under ann@post.example");
  CHECK(turn.params.at("address") == Value("ann@post.example"));
  CHECK_THAT(model->received(), Catch::Contains("reach me under {email}"));
  CHECK(model->received().find("ann@post") == std::string::npos);
  harness.say("my card is 4111 1111 1111 1111 for what it's worth");
  CHECK_THAT(model->received(), Catch::Contains("my card is {"));
  CHECK(model->received().find("4111") == std::string::npos);
  CHECK(model->received().find("ann@post") == std::string::npos);
}

TEST_CASE("a model receives the options without private values, and picks one") {
  const std::string bot = replaced(kModelBot, "  - id: mail\n", R"(  - id: write
    match: [{regex: '\bwrite\b'}]
    params:
      to: {type: email, required: true, ask: To whom?,
           options: {from: context.people, value: mail, label: '{item.mail} ({item.town})'}}
    steps: [{say: 'I write to {to}.'}]
  - id: mail
)");
  const auto model = std::make_shared<NotingModel>(R"({"options":[{"number":2,"words":"the northern one"}]})");
  ModelHarness harness(model, bot);
  const auto say = [&](const std::string& text) {
    Request request = Request::text("s1", text);
    const auto person = [](const char* mail, const char* town) {
      return Value(Value::Object{{"mail", mail}, {"town", town}});
    };
    request.context =
        Value::Object{{"people", Value::Array{person("ann@post.example", "Rome"), person("bob@post.example", "Oslo")}}};
    return (*harness.engine->handle(request)).say;
  };
  say("write");
  CHECK(say("the northern one") == std::vector<std::string>{"I write to bob@post.example."});
  CHECK_THAT(model->received(), Catch::Contains("2: \"{email} (Oslo)\""));
  CHECK(model->received().find("bob@post") == std::string::npos);
}

TEST_CASE("a policy decides what a model sees") {
  const std::string bot =
      replaced(kModelBot, "redaction: {detect: [email]}",
               "redaction: {detect: [email], policies: {email: {models: keep}, order_id: {models: mask}}}");
  const auto model = std::make_shared<NotingModel>(R"({"act":"inform"})");
  ModelHarness harness(model, bot);
  harness.say("reach ann@post.example about O-12345 somehow");
  CHECK_THAT(model->received(), Catch::Contains("reach ann@post.example about {order_id} somehow"));
}

TEST_CASE("the prompt has the earlier messages within the budget, and the open question") {
  const auto model = std::make_shared<NotingModel>(R"({"act":"inform"})");
  ModelHarness harness(model);
  harness.say("hello");
  harness.say("find");
  harness.say("the one of last week");
  CHECK_THAT(model->received(), Catch::Contains("\"user: hello\""));
  CHECK_THAT(model->received(), Catch::Contains("The open question: \"Which order?\""));
  const auto frugal = std::make_shared<NotingModel>(R"({"act":"inform"})");
  ModelHarness short_memory(frugal, replaced(kModelBot, "timeout: 300ms", "history_tokens: 0"));
  short_memory.say("hello");
  short_memory.say("where might it be");
  CHECK(frugal->received().find("hello") == std::string::npos);
}

TEST_CASE("telemetry says how a model was asked and whether it helped, without texts") {
  ModelHarness harness(std::make_shared<NotingModel>(kFind));
  harness.say("where might O-12345 be");
  harness.say("nothing in particular");
  REQUIRE(harness.engine->flush_telemetry(std::chrono::minutes(1)));
  std::vector<std::string> helped;
  for (const std::string& line : harness.sink->lines()) {
    CHECK(line.find("O-12345") == std::string::npos);
    const Value event = *Value::parse(line);
    if (*event.find("stage") != Value("model")) continue;
    helped.push_back(event.find("outcome")->to_text() + " " + event.find("helped")->to_text());
    CHECK(event.find("input_tokens")->to_text() == "100");
    CHECK(event.find("calls")->to_text() == "1");
  }
  CHECK(helped == std::vector<std::string>{"ok 1", "ok 1"});
}

TEST_CASE("a question while a private free text is asked is not sent as a mask, and no mask becomes a value") {
  const auto model = std::make_shared<NotingModel>(R"({"answers":[{"name":"new_value","words":"{new_value}"}]})");
  ModelHarness harness(model, R"(
parley: 1
bot: {id: desk}
llm: {model: small, timeout: 300ms}
understanding: {llm: first}
tools: {orders.find: {kind: host}, orders.send: {kind: host}, orders.remove: {kind: host}}
intents:
  - id: change
    match: [{regex: '\bchange\b'}]
    params: {new_value: {type: free_text, required: true, ask: The new value?}}
    confirm: "Write {new_value}?"
    steps: [{say: Written.}]
  - id: safety
    match: [{regex: '\bdata safe\b'}]
    steps: [{say: Your data is safe.}]
redaction: {params: [new_value]}
fallback: {say: "Pardon?"}
)");
  harness.reply("change");
  const std::size_t before = model->requests().size();
  const Turn turn = harness.say("is my data safe with you?");
  CHECK(turn.say.front() == "Your data is safe.");
  CHECK(turn.params.count("new_value") == 0);
  CHECK(model->requests().size() == before);
}
