// Tests `memory:` of a bot file.
#include <catch2/catch.hpp>

#include "config/reader.h"
#include "reader_harness.h"

namespace parley::config {
namespace {

std::string bot_with_memory(const std::string& memory) {
  return "parley: 1\nbot: {id: b}\nintents: [{id: hi, match: [{regex: hi}], steps: [{say: Hi.}]}]\nmemory: " + memory +
         "\n";
}

MemoryOptions memory_of(const std::string& memory) {
  const BotReading reading = read(bot_with_memory(memory));
  CHECK(reading.diagnostics.empty());
  return reading.bot.memory;
}

TEST_CASE("F88: a bot configures the memory of its conversations") {
  const MemoryOptions memory = memory_of(R"({
    strategy: hybrid, budgets: {classifier: 900, agent: 20000}, max_turns: 40, recent_turns: 5, trim_results: 500,
    strip_reasoning: false, notes: false, results: 300, offload: {start: 100, protect: 200, preview: 300, keep: 2h},
    summary: {by: host, after_tokens: 900, after_messages: 40, keep: 0.5, max_tokens: 120, check: true, timeout: 3s},
    topics: {max: 5, max_recent: 9, importance: 0.25, threshold: 0.8, merge: 0.7}, loops: {threshold: 2, max_cycle: 3}})");
  CHECK(memory.strategy == ContextStrategy::kHybrid);
  CHECK(memory.max_tokens == std::array<std::int64_t, 4>{900, 4'000, 4'000, 20'000});
  CHECK(memory.max_turns == 40);
  CHECK(memory.recent_turns == 5);
  CHECK(memory.trim_results == 500);
  CHECK_FALSE(memory.strip_reasoning);
  CHECK_FALSE(memory.notes);
  CHECK(memory.results == 300);
  REQUIRE(memory.offload);
  CHECK(memory.offload->start == 100);
  CHECK(memory.offload->protect == 200);
  CHECK(memory.offload->preview == 300);
  CHECK(memory.offload->keep == std::chrono::hours(2));
  CHECK(memory.summaries == MemoryOptions::Summaries::kHost);
  CHECK(memory.compaction.trigger_tokens == 900);
  CHECK(memory.compaction.trigger_messages == 40);
  CHECK(memory.compaction.keep_tokens == 450);
  CHECK(memory.summary_tokens == 120);
  CHECK(memory.check_summaries);
  CHECK(memory.summary_timeout == std::chrono::seconds(3));
  REQUIRE(memory.topics);
  CHECK(memory.topics->max_topics == 5);
  CHECK(memory.topics->max_recent == 9);
  CHECK(memory.topics->keep_recent == 3);
  CHECK(memory.topics->importance == 0.25);
  CHECK(memory.topics->threshold == 0.8);
  CHECK(memory.topics->merge_threshold == 0.7);
  CHECK(memory.loops.threshold == 2);
  CHECK(memory.loops.max_cycle == 3);
}

TEST_CASE("F88: omitted memory settings have defaults") {
  const MemoryOptions plain = memory_of("{}");
  CHECK(plain.strategy == ContextStrategy::kWindow);
  CHECK_FALSE(plain.offload);
  CHECK_FALSE(plain.topics);
  CHECK(plain.summaries == MemoryOptions::Summaries::kRecap);
  CHECK(plain.max_tokens == std::array<std::int64_t, 4>{1'500, 4'000, 4'000, 16'000});
  const MemoryOptions all = memory_of("{offload: {}, summary: {}, topics: {}, loops: {}, budgets: {}}");
  REQUIRE(all.offload);
  CHECK(all.offload->keep == std::chrono::days(7));
  CHECK(all.compaction.trigger_tokens == CompactionOptions().trigger_tokens);
  CHECK(all.compaction.keep_tokens == 2'000);
  REQUIRE(all.topics);
  CHECK(all.topics->max_topics == 20);
  CHECK(all.topics->max_recent == 12);
  CHECK(all.topics->keep_recent == 4);
}

TEST_CASE("X15, X30: a budget that is too small and a trigger that is too low are refused with their position") {
  struct Case {
    const char* memory;
    const char* code;
    const char* says;
  };
  for (const Case& c : {
           Case{"{budgets: {llm: 0}}", "E308", "200"},
           Case{"{budgets: {llm: -5}}", "E308", "200"},
           Case{"{budgets: {human: 500}}", "E201", "human"},
           Case{"{summary: {after_messages: 7}}", "E308", "8"},
           Case{"{trim_results: 99}", "E308", "100"},
           Case{"{summary: {keep: 1.5}}", "E308", "1.5"},
           Case{"{summary: {by: magic}}", "E307", "magic"},
           Case{"{strategy: newest}", "E307", "newest"},
           Case{"{offload: {keep: 1s}}", "E308", "1s"},
           Case{"{topics: {max: 0}}", "E308", "0"},
           Case{"{loops: {max_cycle: 9}}", "E308", "9"},
       }) {
    INFO(c.memory);
    const auto found = read(bot_with_memory(c.memory)).diagnostics;
    REQUIRE(found.size() == 1);
    INFO(found.front().message);
    CHECK(found.front().code == c.code);
    CHECK(found.front().line == 4);
    CHECK(found.front().column > 9);  // within the value of `memory: `
    CHECK((found.front().message + found.front().hint).find(c.says) != std::string::npos);
  }
  // If both triggers are off, no tokens are kept.
  CHECK(memory_of("{summary: {after_messages: 0, after_tokens: 0}}").compaction.keep_tokens == 0);
}

}  // namespace
}  // namespace parley::config
