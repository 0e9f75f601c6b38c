// Tests system prompts that a caller writes to a session.
#include "engine/write_requests.h"

namespace parley {
namespace {

std::string bot_that_detects(const std::string& pattern) {
  std::string bot = kTestBot;
  const std::string entities = "entities:\n", detected = "detect: [email]";
  bot.replace(bot.find(entities), entities.size(), entities + "  mark: {patterns: ['" + pattern + "']}\n");
  return bot.replace(bot.find(detected), detected.size(), "detect: [mark]");
}

SessionNotes notes_of_s1(EngineHarness& harness) {
  const auto summary = harness.store->summary("s1");
  REQUIRE((summary && *summary));
  return (*summary)->notes;
}

SessionWrite prompt_of(const char* prompt) {
  SessionWrite written;
  written.system_prompt = prompt;
  return written;
}

TEST_CASE(
    "F18: the caller's system prompt is the first message of a context for a model, and a context for an agent does "
    "not have it") {
  EngineHarness harness;
  harness.handle(write_to_s1(prompt_of("You are brief. Write to boss@shop.example.")));
  harness.say("news");
  const auto made = harness.engine->context("s1", {Consumer::kLlm});
  REQUIRE(made);
  CHECK(made->context.system_prompt == "You are brief. Write to {email}.");
  const Value shown = render_json(made->context);
  CHECK(*shown.at_path("0.role")->if_string() == "system");
  CHECK(*shown.at_path("0.content")->if_string() == "You are brief. Write to {email}.");
  CHECK(*shown.at_path("1.role")->if_string() == "user");
  CHECK(render_text(made->context).find("system: You are brief.") == 0);
  CHECK(harness.engine->context("s1", {Consumer::kAgent})->context.system_prompt.empty());
}

TEST_CASE("a system prompt from a caller is stored without private values, like its other notes") {
  EngineHarness harness;
  SessionWrite written = prompt_of("Write to boss@shop.example about 4111 1111 1111 1111.");
  written.intent = "pay";
  written.params = {{"card", Value("5500 0000 0000 0004")}};
  written.metadata = {{"last", Value("card 5500-0000-0000-0004")}};
  harness.handle(write_to_s1(written));
  const std::string notes = Value(notes_of_s1(harness).metadata).to_json();
  CHECK(notes == R"({"last":"card {card}","system_prompt":{"text":"Write to {email} about {card}.","turn":1}})");
}

TEST_CASE("a system prompt repeats no private value that the same write gives to a param") {
  std::string bot = kTestBot;
  const std::string type = "type: credit_card";
  bot.replace(bot.find(type), type.size(), "type: free_text");
  EngineHarness harness(create_memory_store(), bot);
  SessionWrite written = prompt_of("The password is Swordfish Lagoon.");
  written.title = "About Swordfish Lagoon";
  written.intent = "pay";
  written.params = {{"card", Value("Swordfish Lagoon")}};
  harness.handle(write_to_s1(written));
  CHECK(notes_of_s1(harness).title == "About {card}");
  CHECK(notes_of_s1(harness).metadata.at("system_prompt").find("text")->to_text() == "The password is {card}.");
}

TEST_CASE("a system prompt is still found if a private type matches the turn number or the names of its metadata") {
  EngineHarness harness(create_memory_store(), bot_that_detects("1|turn|text|system_prompt"));
  harness.handle(write_to_s1(prompt_of("Be brief. Offer 1 refund.")));
  SessionNotes notes = notes_of_s1(harness);
  const Value stored = Value::Object{{"text", "Be brief. Offer {mark} refund."}, {"turn", 1}};
  CHECK(notes.metadata.at("system_prompt") == stored);
  notes.tags = {"web"};
  REQUIRE(*harness.engine->annotate("s1", notes));
  CHECK(notes_of_s1(harness).metadata.at("system_prompt") == stored);
  CHECK(harness.engine->context("s1")->context.system_prompt == "Be brief. Offer {mark} refund.");
  notes.metadata["system_prompt"] = "Offer 1 refund.";
  REQUIRE(*harness.engine->annotate("s1", notes));
  CHECK(harness.engine->context("s1")->context.system_prompt == "Offer {mark} refund.");
}

TEST_CASE("the tokens of a system prompt count when the engine checks whether a context is full") {
  EngineHarness harness;
  std::string prompt;
  for (int i = 0; i < 400; ++i) prompt += "Promise nothing. ";
  harness.handle(write_to_s1(prompt_of(prompt.c_str())));
  const auto refused = harness.engine->context("s1", {Consumer::kClassifier});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kLimitExceeded);
  const auto made = harness.engine->context("s1", {Consumer::kLlm});
  REQUIRE(made);
  CHECK(made->context.system_prompt == prompt);
  CHECK(made->context.tokens > 1'000);
  CHECK(made->context.tokens <= made->context.max_tokens);
}

TEST_CASE(
    "the system prompt of an ended conversation does not apply to the next one, unless the caller stores it on the "
    "session") {
  EngineHarness harness;
  harness.handle(write_to_s1(prompt_of("You are brief.")));
  harness.say("news");
  const auto prompt = [&](bool history = false) {
    const auto made = harness.engine->context("s1", {Consumer::kLlm, 0, history});
    if (!made) FAIL(made.error().to_string());
    return made->context.system_prompt;
  };
  CHECK(prompt() == "You are brief.");
  harness.clock->sleep_for(std::chrono::hours(2));
  CHECK(prompt(/*history=*/true) == "You are brief.");  // the newest conversation has ended; its history has its prompt
  harness.say("news");
  CHECK(prompt().empty());
  CHECK(prompt(/*history=*/true).empty());

  SessionNotes notes = (*harness.store->summary("s1"))->notes;
  notes.tags = {"web"};
  REQUIRE(*harness.engine->annotate("s1", notes));
  CHECK(prompt().empty());
  notes.metadata["system_prompt"] = "You are kind.";
  REQUIRE(*harness.engine->annotate("s1", notes));
  CHECK(prompt() == "You are kind.");
  harness.clock->sleep_for(std::chrono::hours(2));
  harness.say("news");
  CHECK(prompt() == "You are kind.");
}

TEST_CASE("a session that continues another does not have its parent's system prompt, but a fork does") {
  EngineHarness harness;
  harness.handle(write_to_s1(prompt_of("You are brief.")));
  harness.say("news");
  Request child = Request::text("s2", "news");
  child.parent = "s1";
  harness.handle(child);
  const auto joined = harness.engine->context("s2");
  REQUIRE(joined);
  CHECK(joined->context.messages.size() == 8);  // with the parent's messages
  CHECK(joined->context.system_prompt.empty());
  REQUIRE(fork_session(*harness.store, "s1", "s3", *harness.ids, harness.clock->now()));
  CHECK(harness.engine->context("s3")->context.system_prompt == "You are brief.");
}

}  // namespace
}  // namespace parley
