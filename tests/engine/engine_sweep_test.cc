// Tests sweeps, which erase sessions past their retention.
#include <thread>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

TEST_CASE("a sweep erases only sessions that were idle longer than their retention, and no archived session") {
  EngineHarness harness(create_memory_store(), bot_with_session("{retention: 1h}"));
  for (const char* session : {"old", "kept", "young"}) harness.handle(Request::text(session, "news"));
  SessionNotes archived;
  archived.archived_at = 1;
  REQUIRE(*harness.engine->annotate("kept", archived));
  harness.clock->set(harness.clock->now() + 30 * kMinute);
  harness.handle(Request::text("young", "news"));
  harness.clock->set(harness.clock->now() + 31 * kMinute);
  const auto swept = harness.engine->sweep();
  REQUIRE(swept);
  CHECK(swept->erased == 1);
  CHECK(swept->remaining == 1);  // "young"; the archived session does not count
  CHECK_FALSE(harness.store->load("old")->has_value());
  CHECK(harness.store->load("kept")->has_value());
  CHECK(harness.store->load("young")->has_value());
}

TEST_CASE(
    "X3: after a sweep, a session is reported as expired for another period of the retention, and then as unknown") {
  EngineHarness harness(create_memory_store(), bot_with_session("{retention: 1h}"));
  harness.say("news");
  harness.clock->set(harness.clock->now() + 61 * kMinute);
  for (const auto& [minutes, standing] :
       {std::pair{0, SessionStatus::kExpired}, std::pair{15, SessionStatus::kExpired},
        std::pair{30, SessionStatus::kExpired}, std::pair{90, SessionStatus::kUnknown}}) {
    INFO(minutes);
    harness.clock->set(harness.clock->now() + minutes * kMinute);
    REQUIRE(harness.engine->sweep());
    CHECK(*session_status(*harness.store, "s1", harness.clock->now()) == standing);
  }
}

TEST_CASE("a sweeper leaves the sessions of other bots alone") {
  std::string another = bot_with_session("{retention: 100h}");
  another.replace(another.find("id: desk"), 8, "id: other");
  EngineHarness harness(create_memory_store(), bot_with_session("{retention: 1h}")), other(harness.store, another);
  other.say("news");
  harness.clock->set(harness.clock->now() + 61 * kMinute);
  CHECK(harness.engine->sweep()->erased == 0);
  CHECK(harness.store->load("s1")->has_value());
}

TEST_CASE("X20: an engine's sweeper sweeps automatically, and destroying the engine stops it") {
  EngineHarness harness(create_memory_store(), bot_with_session("{retention: 1ms}"));
  harness.say("news");
  EngineOptions options;
  options.sweep_every = std::chrono::milliseconds(1);
  options.clock = std::make_shared<ManualClock>(2'000'000);
  const auto engine = *Engine::create(harness.catalog, harness.store, options);
  while (harness.store->load("s1")->has_value()) std::this_thread::yield();
  CHECK(harness.store->expired("s1")->has_value());
}
