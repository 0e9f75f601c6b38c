// Tests how `memory:` in a bot file affects the contexts of its sessions.
#include <algorithm>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

namespace {

// Returns a harness after thirty turns, which have about 3,000 tokens.
EngineHarness harness_after_thirty_turns(const std::string& memory) {
  EngineHarness harness(create_memory_store(), bot_with_memory(memory));
  for (int i = 0; i < 30; ++i) harness.say("hm, " + std::string(300, 'h'));
  return harness;
}

bool has_summary(const Context& context) {
  return std::any_of(context.messages.begin(), context.messages.end(),
                     [](const Message& message) { return message.role == Role::kSummary; });
}

}  // namespace

TEST_CASE("F121: the budgets in the bot file apply to its contexts") {
  EngineHarness harness = harness_after_thirty_turns("{budgets: {llm: 300, agent: 1000}}");
  for (const auto& [consumer, budget] : {std::pair{Consumer::kLlm, 300}, std::pair{Consumer::kAgent, 1'000}}) {
    const auto made = harness.engine->context("s1", {consumer, 0});
    REQUIRE(made);
    CHECK(made->context.max_tokens == budget);
    CHECK(made->context.tokens <= budget);
    CHECK(made->context.tokens > budget / 2);
    CHECK(made->context.messages.back().seq == 60);
  }
}

TEST_CASE("F121: the strategy in the bot file applies to its contexts") {
  const auto context_by = [](const char* strategy) {
    EngineHarness harness =
        harness_after_thirty_turns(std::string("{notes: false, strategy: ") + strategy +
                                   ", budgets: {llm: 1500}, summary: {after_tokens: 300, keep: 0.3}}");
    auto made = harness.engine->context("s1");
    REQUIRE(made);
    return made->context;
  };
  const Context window = context_by("window"), summary = context_by("summary"), hybrid = context_by("hybrid");
  CHECK_FALSE(has_summary(window));
  CHECK(window.messages.front().seq > 1);
  CHECK(has_summary(summary));
  CHECK(summary.messages.front().seq == 1);
  CHECK(has_summary(hybrid));
  for (const Context& each : {window, summary, hybrid}) CHECK(each.tokens <= 1'500);
}
