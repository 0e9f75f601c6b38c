// Tests SessionState::private_texts: values that the store keeps stay hidden from people and models after their intent.
#include <catch2/catch.hpp>

#include "tests/engine/model_desk.h"

using namespace parley;

namespace {

const char* const kParcelBot = R"(
parley: 1
bot: {id: parcels}
intents:
  - id: leave
    match: [{regex: '\bleave\b'}]
    params:
      day: {type: date, required: true, ask: "Which day?"}
      note: {type: free_text, required: true, ask: "Where?"}
    steps: [{say: "I leave it there: {note}."}]
fallback: {say: "Pardon?"}
)";

const char* const kNote = "behind the hydrangea pot";

std::string parcel_bot(const std::string& more) { return std::string(kParcelBot) + more; }

void leave_parcel(EngineHarness& harness, const std::string& session = "s1", const std::string& parent = "") {
  for (const char* text : {"leave a parcel", "12/11/2026", kNote}) {
    Request request = Request::text(session, text);
    request.details.model = std::string("model: ") + text;
    request.parent = parent;
    harness.handle(request);
  }
}

std::string shown_context(EngineHarness& harness, const std::string& session = "s1") {
  const auto made = harness.engine->context(session, {Consumer::kAgent, 0, /*history=*/true});
  if (!made) FAIL(made.error().to_string());
  std::string all = render_json(made->context).to_json() + render_facts(made->about);
  for (const Message& message : made->context.messages) all += message.text + "\n" + message.details.model + "\n";
  return all;
}

std::string stored_texts(EngineHarness& harness) {
  std::string all;
  for (const Message& message : *harness.store->messages("s1", 100)) all += message.text + "\n";
  return all;
}

}  // namespace

TEST_CASE("a value that the store keeps is hidden from contexts after its intent has ended") {
  struct Row {
    const char* redaction;
    bool shows_note, shows_day;
  };
  for (const Row& row : std::vector<Row>{
           {"redaction: {params: [note, day]}\n", false, false},
           {"redaction: {policies: {note: {store: keep}}}\n", false, true},
           {"redaction: {policies: {note: {exports: partial}, day: {exports: keep, models: mask}}}\n", false, true},
           {"redaction: {detect: [email]}\n", true, true},
       }) {
    INFO(row.redaction);
    EngineHarness harness(create_memory_store(), parcel_bot(row.redaction));
    leave_parcel(harness);
    REQUIRE(harness.store->load("s1").value()->frames.empty());
    CHECK(contains(stored_texts(harness), kNote));
    CHECK(contains(shown_context(harness), "hydrangea") == row.shows_note);
    CHECK(contains(shown_context(harness), "12/11/2026") == row.shows_day);
  }
}

TEST_CASE("a value stays hidden in the next conversation of its session, and in a session that continues it") {
  EngineHarness harness(create_memory_store(), parcel_bot("redaction: {params: [note]}\nsession: {ttl: 1h}\n"));
  leave_parcel(harness);
  harness.clock->sleep_for(std::chrono::hours(2));
  harness.say("hm");
  REQUIRE(contains(shown_context(harness), "leave a parcel"));
  CHECK_FALSE(contains(shown_context(harness), "hydrangea"));

  leave_parcel(harness, "s2");
  Request child = Request::text("s3", "hm");
  child.parent = "s2";
  harness.handle(child);
  REQUIRE(contains(shown_context(harness, "s3"), "leave a parcel"));
  CHECK_FALSE(contains(shown_context(harness, "s3"), "hydrangea"));
}

TEST_CASE("the state drops a private text when no stored message contains it any more") {
  EngineHarness harness(create_memory_store(),
                        parcel_bot("redaction: {params: [note]}\nsession: {max_turns: 4, at_limit: trim}\n"));
  const auto texts = [&] { return harness.store->load("s1").value()->private_texts; };
  leave_parcel(harness);
  REQUIRE(texts().size() == 1);
  CHECK(texts()[0].param == "note");
  harness.say(std::string("yes, ") + kNote);
  for (int i = 0; i < 3; ++i) harness.say("hm");
  CHECK(contains(stored_texts(harness), "hydrangea"));
  CHECK_FALSE(contains(shown_context(harness), "hydrangea"));
  for (int i = 0; i < 3; ++i) harness.say("hm");
  CHECK_FALSE(contains(stored_texts(harness), "hydrangea"));
  CHECK(texts().empty());
}

TEST_CASE("a language model does not receive a value of an intent that has ended") {
  EngineHarness harness(create_memory_store(),
                        parcel_bot("redaction: {params: [note, day]}\nllm: {model: m}\nunderstanding: {llm: first}\n"));
  std::string prompts;
  const auto model = std::make_shared<NotingModel>([&](const ModelRequest& request) -> Result<ModelAnswer> {
    for (const ModelMessage& message : request.messages) prompts += message.text + "\n";
    return ModelAnswer{R"({"act":"inform"})", {}};
  });
  EngineOptions options;
  options.clock = harness.clock;
  options.sweep_every = {};
  options.model = model;
  harness.engine = *Engine::create(harness.catalog, harness.store, options);
  leave_parcel(harness);
  harness.say(std::string("is it ") + kNote + " now?");
  CHECK(contains(prompts, "leave a parcel"));
  CHECK_FALSE(contains(prompts, "hydrangea"));
  CHECK_FALSE(contains(prompts, "12/11/2026"));
}

TEST_CASE("a private answer stays private if a language model reads it as a value of another intent") {
  const std::string story =
      "  - id: story\n    match: [{regex: 'never said'}]\n    params: {plot: {type: free_text}}\n"
      "    confirm: Really?\n    steps: [{say: Nice.}]\n";
  for (const char* policy : {"params: [note]", "policies: {note: {store: mask}}"}) {
    INFO(policy);
    EngineHarness harness(create_memory_store(), replaced(kParcelBot, "fallback:", story + "fallback:") +
                                                     "redaction: {" + policy +
                                                     "}\nllm: {model: m}\nunderstanding: {llm: first}\n");
    EngineOptions options;
    options.clock = harness.clock;
    options.sweep_every = {};
    std::string prompts;
    options.model = std::make_shared<NotingModel>([&](const ModelRequest& request) -> Result<ModelAnswer> {
      prompts += request.messages.back().text;
      const bool has_note = contains(request.messages.back().text, "{note}");
      return ModelAnswer{has_note ? R"({"intents":[{"id":"story","params":[{"name":"plot","words":"{note}"}]}]})"
                                  : R"({"act":"inform"})",
                         {}};
    });
    harness.engine = *Engine::create(harness.catalog, harness.store, options);
    for (const char* text : {"leave a parcel", "12/11/2026"}) harness.say(text);
    const Turn turn = harness.say(kNote);
    CHECK(turn.params.count("plot") == 0);
    harness.say("well");
    CHECK(contains(stored_texts(harness), kNote) == (std::string(policy) == "params: [note]"));
    CHECK_FALSE(contains(shown_context(harness), "hydrangea"));
    CHECK_FALSE(contains(prompts, "hydrangea"));
  }
}

TEST_CASE("a part in the form of a private type does not become the value of another param by a language model") {
  const std::string bot = replaced(kModelBot, "'\\bO-\\d{5}\\b'", "'\\bO-\\d{5}\\b', '[0-9 +]{9,}'");
  for (const bool is_private : {true, false}) {
    EngineHarness harness(create_memory_store(), replaced(bot, "[email]", is_private ? "[email, phone]" : "[email]"));
    EngineOptions options;
    options.clock = harness.clock;
    options.sweep_every = {};
    options.model = std::make_shared<NotingModel>([](const ModelRequest& request) -> Result<ModelAnswer> {
      const char* const words = contains(request.messages.back().text, "{phone}") ? "{phone}" : "+44 20 7946 0958";
      return ModelAnswer{
          R"({"intents":[{"id":"find","params":[{"name":"order_id","words":")" + std::string(words) + R"("}]}]})", {}};
    });
    harness.engine = *Engine::create(harness.catalog, harness.store, options);
    const Turn turn = harness.say("hello there, call me on +44 20 7946 0958 about it");
    INFO(Value(turn.params).to_json());
    CHECK(turn.intent == std::optional<std::string>("find"));
    CHECK((turn.params.count("order_id") == 0) == is_private);
  }
}

TEST_CASE("a part in the form of a private type stays hidden if the bot takes it for a value of another type") {
  const std::string bot = replaced(kTestBot, R"('\b[Oo]-?(?P<value>\d{5})\b')", R"('\+(?P<value>[0-9 ]{9,})')");
  EngineHarness harness(create_memory_store(),
                        replaced(bot, "{params: [order_id], detect: [email]}", "{detect: [phone]}"));
  harness.say("refund please");
  const Turn turn = harness.say("call me on +44 20 7946 0958");
  CHECK(turn.params.count("order_id") == 1);
  const std::string shown = shown_context(harness);
  CHECK(contains(shown, "{phone}"));
  CHECK_FALSE(contains(shown, "7946 0958"));
}
