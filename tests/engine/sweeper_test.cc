// Tests that the sweeper thread can be stopped at any time.
#include "engine/sweeper.h"

#include <atomic>
#include <future>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

TEST_CASE("X20: a sweeper that was never started can be stopped") {
  engine::Sweeper sweeper;
  sweeper.stop();
  sweeper.stop();
  engine::Sweeper never;
  never.start({}, [] { FAIL("an interval of 0 starts no thread"); });
}

TEST_CASE("X20: a sweeper stops in the middle of its interval, and stopping twice is harmless") {
  engine::Sweeper sweeper;
  std::promise<void> swept;
  std::atomic<int> times{0};
  // A stop that waits for the interval would exceed the test's time limit.
  sweeper.start(std::chrono::hours(1), [&] {
    if (++times == 1) swept.set_value();
  });
  swept.get_future().wait();
  sweeper.stop();
  sweeper.stop();
  CHECK(times == 1);
}

TEST_CASE("X20: an engine with an hourly sweep is destroyed without waiting for the hour") {
  EngineHarness harness;
  EngineOptions options;
  options.sweep_every = std::chrono::hours(1);
  for (int i = 0; i < 20; ++i) REQUIRE(Engine::create(harness.catalog, harness.store, options));
}

TEST_CASE("X20: without a thread the caller sweeps, and start() returns while work continues") {
  std::promise<void> may_end;
  engine::Sweeper sweeper;
  sweeper.start(std::chrono::hours(1), [released = may_end.get_future().share()] { released.wait(); });
  may_end.set_value();  // reached only because start() did not wait for the work
  sweeper.stop();

  EngineHarness harness(create_memory_store(),
                        bot_with_session("{retention: 1h}"));  // the harness's engine has no thread
  harness.say("news");
  harness.clock->set(harness.clock->now() + kHour + 1);
  CHECK(harness.engine->sweep()->erased == 1);
  CHECK(harness.engine->sweep()->erased == 0);
}
