// Tests the dialog state in the contexts that an engine builds.
#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

TEST_CASE("F51: a context for the caller's classifier contains the masked params and the name of the awaited param") {
  EngineHarness harness(create_memory_store(), R"(
parley: 1
bot: {id: hotel}
intents:
  - id: book
    match: [{regex: '\bbook\b'}]
    params:
      city: {type: free_text, required: true, scope: session, ask: "Where?"}
      card: {type: credit_card, required: true, sensitive: true, ask: "Your card?"}
      night: {type: free_text, required: true, ask: "Which night?"}
    steps: [{say: Booked.}]
)");
  for (const char* text : {"book a room", "in Thun", "4111 1111 1111 1111"}) harness.say(text);
  const auto made = harness.engine->context("s1", {Consumer::kClassifier});
  REQUIRE(made);
  CHECK(render_json(made->dialog).to_json() ==
        R"({"intent":"book","params":{"card":"{card}","city":"in Thun"},"waiting_for_param":"night"})");
  CHECK(made->context.tokens + made->dialog.tokens <= made->context.max_tokens);

  harness.say("on Monday");
  const auto done = harness.engine->context("s1", {Consumer::kClassifier});
  REQUIRE(done);
  CHECK(render_json(done->dialog).to_json() == R"({"params":{"city":"in Thun"}})");
}
