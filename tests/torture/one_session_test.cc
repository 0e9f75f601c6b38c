// Tests many threads in one session: every turn counts once, in the order of arrival.
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>

#include <catch2/catch.hpp>

#include "tests/torture/session_checks.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/test_scale.h"
#include "tests/torture/threads.h"

using namespace parley;
using namespace parley::torture;

namespace {

constexpr int kThreadsOfSession = 64;

// A gate that blocks tools until it is opened.
class Gate {
 public:
  void close() { set(false); }
  void open() { set(true); }
  // Counts a waiting tool and blocks it.
  void pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return open_; });
    --waiting_;
  }
  void wait_for_arrival() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ > 0; });
  }

 private:
  void set(bool open) {
    const std::lock_guard lock(mutex_);
    open_ = open;
    changed_.notify_all();
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = true;
  int waiting_ = 0;
};

void check_all(SessionStore& store, const std::string& session, std::int64_t turns, std::int64_t numbers) {
  const auto record = store.record(session);
  REQUIRE(record);
  REQUIRE(record->has_value());
  const Shared<Diagnostics> findings;
  check_session(**record, *findings);
  CHECK(check_numbers(**record, *findings) == numbers);
  CHECK((*record)->state.turns == turns);
  CHECK(findings->all() == "");
}

}  // namespace

TEST_CASE(
    "when 64 threads count in one session, no count is lost, and a message that is sent after a response counts later",
    "[threads][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int each = scaled(10, 100'000 / kThreadsOfSession + 1);
  const auto target = make_store_under_test(backend);
  const auto store = open(*target);
  const auto engine = make_engine(load_bot(), store);
  Progress progress("64 threads, one session over " + target->name(), std::int64_t{each} * kThreadsOfSession);

  // The times before and after each call, on a clock that all threads share, and the number in the reply. The index is
  // the number of the turn.
  struct Span {
    std::int64_t began = 0, ended = 0, number = 0;
  };
  std::vector<Span> spans(static_cast<std::size_t>(each * kThreadsOfSession) + 1);
  std::atomic<std::int64_t> moment{0}, done{0};
  const Shared<Diagnostics> findings;
  run_in_threads(kThreadsOfSession, [&](int thread) {
    for (int i = 0; i < each; ++i) {
      const std::string id = std::to_string(thread) + "-" + std::to_string(i);
      Span span;
      span.began = ++moment;
      const auto turn = engine->handle(message("s", "count", id));
      span.ended = ++moment;
      if (!turn) return findings->add(turn.error().to_string());
      span.number = number_in(*turn).value_or(-1);
      if (!findings->expect(turn->seq > 0 && turn->seq <= std::int64_t{each} * kThreadsOfSession, "a seq out of range"))
        return;
      Span& times = spans[static_cast<std::size_t>(turn->seq)];
      findings->expect(times.began == 0, "seq " + std::to_string(turn->seq) + " was used twice");
      times = span;
      if (++done; thread == 0) progress.at(done);
    }
  });
  REQUIRE(findings->all() == "");

  std::int64_t first_end_after = moment + 1;
  for (std::size_t seq = spans.size() - 1; seq > 0; --seq) {
    const Span& span = spans[seq];
    if (span.number != static_cast<std::int64_t>(seq)) findings->add("turn " + std::to_string(seq) + " counts wrongly");
    if (span.began > first_end_after) findings->add("turn " + std::to_string(seq) + " overtook a finished one");
    first_end_after = std::min(first_end_after, span.ended);
  }
  CHECK(findings->all() == "");
  check_all(*store, "s", std::int64_t{each} * kThreadsOfSession, std::int64_t{each} * kThreadsOfSession);
  progress.figures(count_of(std::int64_t{each} * kThreadsOfSession, "increments, exact, ") +
                   count_of(static_cast<std::int64_t>(each * kThreadsOfSession / progress.seconds()), "a second"));
}

TEST_CASE("turns of one session run in the order of arrival", "[threads][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int rounds = scaled(4, 200);
  const auto target = make_store_under_test(backend);
  const auto store = open(*target);
  Gate gate;
  const auto engine = make_engine(load_bot(), store, [&](const ToolCall& call) {
    gate.pass();
    return increment_tool(call);
  });
  Progress progress("order of 64 threads over " + target->name(), rounds);
  const Shared<Diagnostics> findings;
  for (int round = 0; round < rounds; ++round) {
    const std::int64_t first = std::int64_t{round} * (kThreadsOfSession + 1) + 1;
    gate.close();
    std::thread holder([&] {
      const auto turn = engine->handle(message("s", "count", "h" + std::to_string(round)));
      findings->expect(turn && turn->seq == first, "the one that holds the session was not the first");
    });
    gate.wait_for_arrival();
    // Starts the threads one after the other. The next thread starts when the previous one sleeps, which means that it
    // waits for the session.
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreadsOfSession; ++i) {
      std::atomic<pid_t> in_line{0};
      threads.emplace_back([&, i] {
        const Request request = message("s", "what are your hours?", std::to_string(round) + "-" + std::to_string(i));
        in_line = this_thread();
        const auto turn = engine->handle(request);
        findings->expect(turn && turn->seq == first + 1 + i, "ticket " + std::to_string(i) + " was out of order");
      });
      while (in_line == 0 || !is_asleep(in_line)) std::this_thread::yield();
    }
    gate.open();
    holder.join();
    for (std::thread& thread : threads) thread.join();
    progress.at(round);
  }
  CHECK(findings->all() == "");
  check_all(*store, "s", std::int64_t{rounds} * (kThreadsOfSession + 1), rounds);
  progress.figures(count_of(std::int64_t{rounds} * kThreadsOfSession, "turns in the order of their tickets"));
}

TEST_CASE("a blocked session does not delay other sessions", "[threads][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const int turns = scaled(100, 10'000);
  const auto target = make_store_under_test(backend);
  const auto store = open(*target);
  Gate gate;
  const auto engine = make_engine(load_bot(), store, [&](const ToolCall& call) {
    if (call.name == "parcels.book") gate.pass();
    return increment_tool(call);
  });
  gate.close();
  const Shared<Diagnostics> findings;
  std::thread blocked([&] {
    const auto turn = engine->handle(message("blocked", "book O-000000001", "m1"));
    findings->expect(turn && number_in(*turn) == 1, "the blocked turn failed");
  });
  gate.wait_for_arrival();
  Progress progress("next to a blocked session, over " + target->name(), turns);
  run_in_threads(4, [&](int thread) {
    for (int i = 1; i <= turns / 4; ++i) {
      const auto turn = engine->handle(message(name_of_session(thread), "count", id_of(i)));
      if (!findings->expect(turn && number_in(*turn) == i, "a concurrent turn failed")) return;
    }
  });
  CHECK((*store->load("blocked"))->waits_for<ToolWait>()->running);
  gate.open();
  blocked.join();
  CHECK(findings->all() == "");
  progress.figures(count_of(turns, "turns of others"));
}
