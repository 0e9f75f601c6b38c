// Tests the queue between turns and sinks: every loss is counted, and no sink delays a turn.
#include "telemetry/queue.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <thread>

#include <catch2/catch.hpp>
#include <rapidcheck.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/telemetry/push_events.h"
#include "tests/telemetry/test_sinks.h"

using namespace parley;
using std::chrono::milliseconds;
using telemetry::Queue;
using telemetry::QueueOptions;
using test::BlockedSink;
using test::event_lines;
using test::EventLines;
using test::kPatience;
using test::push;
using test::RecordingSink;

namespace {

constexpr TelemetryPace kOnlyWhenWoken{std::chrono::minutes(1), 1000};  // longer than any wait of the tests

QueueOptions options_with(std::size_t max_events, std::size_t max_bytes = 1 << 20) {
  QueueOptions options;
  options.max_events = max_events;
  options.max_bytes = max_bytes;
  options.clock = std::make_shared<ManualClock>(1'767'225'600'000);
  return options;
}

std::string notice(int lost) {
  return R"({"v":2,"stage":"telemetry","ts":"2026-01-01T00:00:00.000Z","lost":)" + std::to_string(lost) + "}";
}

struct Blocked {
  std::shared_ptr<BlockedSink::Gates> gates = std::make_shared<BlockedSink::Gates>();
  std::shared_ptr<BlockedSink> sink = std::make_shared<BlockedSink>(gates);
};

}  // namespace

// This test must be the first of the file, because it forks, and other tests leave threads that are about to end.
TEST_CASE("a program ends even if a sink never returns") {
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    {
      Blocked blocked;
      QueueOptions options = options_with(100);
      options.stop_ms = 1;
      Queue queue({blocked.sink}, options);
      push(queue, event_lines(1));
      queue.flush(milliseconds(1));
      blocked.gates->entered.wait();
    }
    std::exit(7);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 7);
}

TEST_CASE("all events are written unchanged, whatever the size of turns and of waiting events") {
  Blocked blocked;
  Queue queue({blocked.sink}, options_with(20'000, 64 << 20));
  push(queue, event_lines(1));
  CHECK_FALSE(queue.flush(milliseconds(1)));
  REQUIRE(blocked.gates->entered.wait());
  EventLines all = event_lines(1);
  for (const std::size_t size : {10, 1'000'000, 64 * 1024, 1, 3'000'000, 64 * 1024 - 1, 2}) {
    for (int turn = 0; turn < 300; ++turn) {
      EventLines lines = event_lines(2, std::to_string(turn));
      if (turn == 150) lines[1].insert(lines[1].size() - 1, R"(,"long":")" + std::string(size, 'x') + '"');
      all.insert(all.end(), lines.begin(), lines.end());
      push(queue, lines);
    }
  }
  blocked.gates->lets.open();
  REQUIRE(queue.flush(kPatience));
  push(queue, event_lines(3));
  all.push_back(event_lines(3)[0]), all.push_back(event_lines(3)[1]), all.push_back(event_lines(3)[2]);
  REQUIRE(queue.flush(kPatience));
  CHECK((blocked.sink->lines() == all));
}

TEST_CASE("flushed turns have been written whole and in order") {
  const auto sink = std::make_shared<RecordingSink>(nullptr, kOnlyWhenWoken);
  Queue queue({sink});
  EventLines all;
  for (int turn = 0; turn < 10; ++turn) {
    const EventLines lines = event_lines(5, std::to_string(turn));
    all.insert(all.end(), lines.begin(), lines.end());
    push(queue, lines);
  }
  CHECK(queue.flush(kPatience));
  CHECK(sink->lines() == all);
  CHECK(queue.counts()[0].written == 50);
  CHECK(queue.counts()[0].lost == 0);
  CHECK(queue.counts()[0].errors == 0);
}

TEST_CASE("events are written without a flush") {
  const auto sink = std::make_shared<RecordingSink>(nullptr, TelemetryPace{milliseconds(1), 1000});
  Queue queue({sink});
  push(queue, event_lines(1));
  CHECK(sink->waits_for(1));
}

TEST_CASE("a half-full queue is written immediately") {
  struct Case {
    const char* what;
    QueueOptions options;
  };
  const Case cases[] = {
      {"events", options_with(10)},
      {"bytes", options_with(1000, 2000)},
  };
  for (const Case& each : cases) {
    CAPTURE(each.what);
    const auto sink = std::make_shared<RecordingSink>(nullptr, kOnlyWhenWoken);
    Queue queue({sink}, each.options);
    // The test repeats the push, because the thread must have begun to wait.
    for (std::size_t round = 0; round < 20; ++round) {
      REQUIRE(queue.flush(kPatience));
      const std::size_t writes = sink->writes().size();
      for (int i = 0; i < 9; ++i) push(queue, event_lines(1));
      REQUIRE(sink->waits_for(writes + 1));
    }
  }
}

TEST_CASE("a write has the batch size of the sink, in whole turns") {
  const auto sink = std::make_shared<RecordingSink>(nullptr, TelemetryPace{std::chrono::minutes(1), 10});
  Queue queue({sink});
  for (int turn = 0; turn < 100; ++turn) push(queue, event_lines(4));
  CHECK(queue.flush(kPatience));
  std::size_t events = 0;
  for (const EventLines& write : sink->writes()) {
    CHECK(write.size() % 4 == 0);
    CHECK(write.size() <= 12);
    events += write.size();
  }
  CHECK(events == 400);
}

TEST_CASE("a full queue drops new events, counts them, and reports them in the next write") {
  struct Case {
    const char* what;
    QueueOptions options;
  };
  const std::size_t bytes = test::GivenEvents::bytes_of(event_lines(1));
  const Case cases[] = {{"events", options_with(10)}, {"bytes", options_with(1000, 10 * bytes)}};
  for (const Case& each : cases) {
    CAPTURE(each.what);
    Blocked blocked;
    Queue queue({blocked.sink}, each.options);
    push(queue, event_lines(1));
    CHECK_FALSE(queue.flush(milliseconds(1)));  // wakes the thread
    REQUIRE(blocked.gates->entered.wait());
    for (int i = 0; i < 15; ++i) push(queue, event_lines(1));  // events that are being written still take space
    CHECK(queue.counts()[0].lost == 6);
    push(queue, event_lines(11));  // more than the queue can hold
    CHECK(queue.counts()[0].lost == 17);
    blocked.gates->lets.open();
    CHECK(queue.flush(kPatience));
    const EventLines lines = blocked.sink->lines();
    REQUIRE(lines.size() == 11);
    CHECK(lines[1] == notice(17));
    CHECK(queue.counts()[0].written == 10);
    push(queue, event_lines(10));
    CHECK(queue.flush(kPatience));
    CHECK(blocked.sink->lines().size() == 21);  // the loss is reported once
    CHECK(queue.counts()[0].errors == 0);
  }
}

TEST_CASE(
    "if a sink fails, throws or writes only a part, the unwritten events are lost, and the next write reports their "
    "number") {
  struct Case {
    const char* what;
    RecordingSink::Answer answer;
    int lost;
  };
  const Case cases[] = {
      {"an error", [](const EventLines&) { return Unexpected(ErrorCode::kStoreUnavailable, "full"); }, 5},
      {"an exception", [](const EventLines&) -> Result<std::size_t> { throw std::runtime_error("no"); }, 5},
      {"an int that is thrown", [](const EventLines&) -> Result<std::size_t> { throw 42; }, 5},
      {"a part of the events", [](const EventLines& lines) -> Result<std::size_t> { return lines.size() - 2; }, 2},
      {"nothing", [](const EventLines&) -> Result<std::size_t> { return 0; }, 5},
  };
  for (const Case& each : cases) {
    CAPTURE(each.what);
    bool fails = true;
    const auto sink = std::make_shared<RecordingSink>(
        [&](const EventLines& lines) { return fails ? each.answer(lines) : Result<std::size_t>(lines.size()); });
    Queue queue({sink}, options_with(100));
    push(queue, event_lines(5));
    REQUIRE(queue.flush(kPatience));
    CHECK(queue.counts()[0].lost == each.lost);
    CHECK(queue.counts()[0].written == 5 - each.lost);
    CHECK(queue.counts()[0].errors == 1);
    fails = false;
    push(queue, event_lines(1));
    REQUIRE(queue.flush(kPatience));
    push(queue, event_lines(1));
    REQUIRE(queue.flush(kPatience));
    const auto writes = sink->writes();
    REQUIRE(writes.size() == 3);
    CHECK(writes[1] == EventLines{notice(each.lost), event_lines(1)[0]});
    CHECK(writes[2] == event_lines(1));
    CHECK(queue.counts()[0].written == 7 - each.lost);
  }
}

TEST_CASE("a sink that reports more written events than it got counts as having written all") {
  const auto sink = std::make_shared<RecordingSink>([](const EventLines&) { return std::size_t{1000}; });
  Queue queue({sink});
  push(queue, event_lines(5));
  REQUIRE(queue.flush(kPatience));
  CHECK(queue.counts()[0].written == 5);
  CHECK(queue.counts()[0].errors == 0);
}

TEST_CASE("if pace() throws or returns an invalid pace, the queue uses a valid pace") {
  class OverreportingSink : public RecordingSink {
   public:
    explicit OverreportingSink(bool throws) : throws_(throws) {}
    TelemetryPace pace() const override {
      return throws_ ? throw std::runtime_error("no") : TelemetryPace{milliseconds(-5), 0};
    }

   private:
    const bool throws_;
  };
  for (const bool throws : {true, false}) {
    const auto sink = std::make_shared<OverreportingSink>(throws);
    Queue queue({sink});
    push(queue, event_lines(3));
    CHECK(queue.flush(kPatience));
    CHECK(sink->lines().size() == 3);
  }
}

TEST_CASE("a blocking sink delays no other sink and no turn") {
  Blocked blocked;
  const auto sink = std::make_shared<RecordingSink>();
  QueueOptions options = options_with(100);
  options.stop_ms = 1;
  Queue queue({blocked.sink, sink}, options);
  push(queue, event_lines(1));
  CHECK_FALSE(queue.flush(milliseconds(1)));
  REQUIRE(blocked.gates->entered.wait());
  for (int i = 0; i < 1000; ++i) {
    push(queue, event_lines(1));
    if (i % 50 == 0) queue.flush(milliseconds(0));
  }
  CHECK(sink->waits_for(1));
  CHECK(queue.counts()[0].written == 0);
  CHECK(queue.counts()[0].lost > 0);
  blocked.gates->lets.open();
}

TEST_CASE("destruction writes the remaining events") {
  const auto sink = std::make_shared<RecordingSink>(nullptr, kOnlyWhenWoken);
  {
    Queue queue({sink});
    push(queue, event_lines(3));
  }
  CHECK(sink->lines() == event_lines(3));
}

TEST_CASE("a sink that does not return is abandoned, and keeps its resources until it returns") {
  Blocked blocked;
  const std::weak_ptr<BlockedSink> sink = blocked.sink;
  QueueOptions options = options_with(100);
  options.stop_ms = 1;
  {
    Queue queue({std::move(blocked.sink)}, options);
    push(queue, event_lines(1));
    queue.flush(milliseconds(1));
    REQUIRE(blocked.gates->entered.wait());
    push(queue, event_lines(1));  // the sink never writes it
    CHECK_FALSE(queue.flush(milliseconds(1)));
  }
  REQUIRE(sink.lock());
  CHECK(sink.lock()->lines().empty());
  blocked.gates->lets.open();
  REQUIRE(blocked.gates->gone.wait());
  CHECK(blocked.gates->writes == 1);
}

TEST_CASE("a sink's thread does not handle signals meant for the caller") {
  sigset_t seen;
  sigemptyset(&seen);
  const auto sink = std::make_shared<RecordingSink>([&](const EventLines& lines) -> Result<std::size_t> {
    pthread_sigmask(SIG_BLOCK, nullptr, &seen);
    return lines.size();
  });
  Queue queue({sink});
  push(queue, event_lines(1));
  REQUIRE(queue.flush(kPatience));
  for (const int number : {SIGPIPE, SIGTERM, SIGINT, SIGXFSZ, SIGUSR1}) CHECK(sigismember(&seen, number) == 1);
  CHECK(sigismember(&seen, SIGSEGV) == 0);
  sigset_t own;
  pthread_sigmask(SIG_BLOCK, nullptr, &own);
  CHECK(sigismember(&own, SIGTERM) == 0);
}

TEST_CASE("turns of several threads are written whole, and the turns of each thread in order") {
  const auto sink = std::make_shared<RecordingSink>(nullptr, TelemetryPace{milliseconds(1), 50});
  QueueOptions options = options_with(100'000, 100 << 20);
  {
    Queue queue({sink}, options);
    std::vector<std::thread> threads;
    for (int of = 0; of < 4; ++of) {
      threads.emplace_back([&queue, of] {
        for (int turn = 0; turn < 500; ++turn) {
          push(queue, event_lines(3, std::to_string(of) + "-" + std::to_string(turn)));
          if (turn % 100 == 0) queue.flush(kPatience);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(queue.flush(kPatience));
    CHECK(queue.counts()[0].written == 6000);
  }
  std::map<std::string, int> next;
  const EventLines lines = sink->lines();
  REQUIRE(lines.size() == 6000);
  for (std::size_t i = 0; i < lines.size(); i += 3) {
    const std::string name = *Value::parse(lines[i])->find("of")->if_string();
    const std::string thread = name.substr(0, name.find('-'));
    CHECK(name == thread + "-" + std::to_string(next[thread]++));
    CHECK(EventLines(lines.begin() + static_cast<int>(i), lines.begin() + static_cast<int>(i) + 3) ==
          event_lines(3, name));
  }
}

TEST_CASE("without a sink or without events the queue starts no write") {
  Queue none({});
  push(none, event_lines(3));
  CHECK(none.flush(milliseconds(0)));
  CHECK(none.counts().empty());
  const auto sink = std::make_shared<RecordingSink>();
  Queue queue({sink});
  push(queue, {});
  CHECK(queue.flush(kPatience));
  CHECK(sink->writes().empty());
}

TEST_CASE("each event is counted once whatever sinks do, and all losses are reported") {
  CHECK(rc::check("written + lost == pushed", [] {
    std::int64_t reported = 0;
    std::size_t given = 0;
    const auto answers = *rc::gen::container<std::vector<int>>(20, rc::gen::inRange(0, 4));
    const auto sink = std::make_shared<RecordingSink>([&](const EventLines& lines) -> Result<std::size_t> {
      const int answer = answers[given++ % answers.size()];
      if (answer == 1) return Unexpected(ErrorCode::kStoreUnavailable, "full");
      if (answer == 2) throw std::runtime_error("no");
      const std::size_t written = answer == 3 ? lines.size() / 2 : lines.size();
      if (written > 0 && lines[0].find("\"lost\"") != std::string::npos) {
        reported += *Value::parse(lines[0])->find("lost")->if_int();
      }
      return written;
    });
    std::int64_t pushed = 0;
    Queue queue({sink}, options_with(10));
    for (const int events : *rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 13))) {
      push(queue, event_lines(static_cast<std::size_t>(events)));
      pushed += events;
      if (events % 3 == 0) RC_ASSERT(queue.flush(kPatience));
    }
    RC_ASSERT(queue.flush(kPatience));
    const TelemetryCounts counts = queue.counts()[0];
    RC_ASSERT(counts.written + counts.lost == pushed);
    RC_ASSERT(reported <= counts.lost);
  }));
}
