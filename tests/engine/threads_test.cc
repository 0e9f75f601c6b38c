// Tests that turns of one session run one after the other, and turns of different sessions in parallel.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

TEST_CASE("F128: only one turn of a session runs at a time, however many threads call the engine") {
  EngineHarness harness;
  std::atomic<int> inside{0}, most{0}, answered{0};  // Catch2 assertions are not thread-safe
  harness.tool("refunds.create", [&](const ToolCall&) {
    most = std::max<int>(most, ++inside);
    for (int i = 0; i < 20; ++i) std::this_thread::yield();
    --inside;
    return ToolOutcome::ok(Value());
  });
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10; ++i) {
        const auto turn = harness.engine->handle(Request::text("s1", "refund o12345"));
        if (turn && turn->status == TurnStatus::kDone) ++answered;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(answered == 40);
  CHECK(most == 1);
  std::vector<std::int64_t> turns;
  const SessionRecord record = harness.store->record("s1")->value();
  for (const StoredTurn& each : record.turns) turns.push_back(each.turn.seq);
  REQUIRE(turns.size() == 40);
  for (std::size_t i = 0; i < turns.size(); ++i) CHECK(turns[i] == static_cast<std::int64_t>(i) + 1);
}

TEST_CASE("a turn over the limit of waiting turns is refused at once, and another session is not") {
  EngineHarness harness;
  harness.limits.max_waiting_turns = 2;
  harness.open();
  std::promise<void> go;
  const std::shared_future<void> may_end = go.get_future().share();
  harness.tool("refunds.create", [&](const ToolCall&) {
    may_end.wait();
    return ToolOutcome::ok(Value());
  });
  std::atomic<int> refused{0}, done{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      const auto turn = harness.engine->handle(Request::text("s1", "refund o12345"));
      ++(turn ? done : refused);
    });
  }
  while (refused == 0) std::this_thread::yield();  // two of the turns run or wait
  CHECK(harness.engine->is_busy("s1"));
  CHECK_FALSE(harness.engine->is_busy("s2"));
  const auto over = harness.engine->handle(Request::text("s1", "news"));
  REQUIRE_FALSE(over);
  CHECK(over.error().code == ErrorCode::kSessionBusy);
  CHECK(harness.engine->handle(Request::text("s2", "news")));
  go.set_value();
  for (std::thread& thread : threads) thread.join();
  CHECK((done == 2 && refused == 1));
  CHECK_FALSE(harness.engine->is_busy("s1"));
  CHECK(harness.engine->handle(Request::text("s1", "news")));
}

TEST_CASE("F128: a turn does not wait for a tool call of another session") {
  EngineHarness harness;
  std::mutex mutex;
  std::condition_variable came;
  int inside = 0;
  // Each call waits for the other call. If the turns ran one after the other, the first call would fail.
  harness.tool("refunds.create", [&](const ToolCall&) {
    std::unique_lock lock(mutex);
    ++inside;
    came.notify_all();
    const bool both = came.wait_for(lock, std::chrono::seconds(5), [&] { return inside == 2; });
    return both ? ToolOutcome::ok(Value()) : ToolOutcome::failed("alone");
  });
  std::vector<std::string> said(2);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < said.size(); ++t) {
    threads.emplace_back([&, t] {
      const auto turn = harness.engine->handle(Request::text("s" + std::to_string(t), "refund o12345"));
      if (turn && !turn->say.empty()) said[t] = turn->say.back();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : said) CHECK(text == "Refunded.");
}
