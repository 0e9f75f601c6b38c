// Tests an engine with faulty sinks. Every message gets the same response as without them, and every event is counted.
#include <stdexcept>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "tests/telemetry/test_sinks.h"

using namespace parley;
using test::EventLines;

namespace {

// The bot's answer to each turn, and the number of events.
struct TurnResult {
  std::vector<std::string> answers;
  std::int64_t events = 0;
};

std::unique_ptr<Engine> engine_with_sinks(std::vector<std::shared_ptr<TelemetrySink>> sinks) {
  EngineOptions options;
  options.clock = std::make_shared<ManualClock>(1'000'000);
  options.ids = create_counted_ids("id-");
  options.telemetry = std::move(sinks);
  options.sweep_every = {};
  options.tools["orders.track"] = found_in_lyon;
  return *Engine::create(*Catalog::parse(kTestBot, "desk.yaml"), create_memory_store(), options);
}

std::vector<std::string> say_everything(Engine& engine) {
  std::vector<std::string> answers;
  for (const char* text : {"track my order", "hm", "O-12345", "news", "pay", "four one", "cancel", "vip"}) {
    const auto turn = engine.handle(Request::text("s1", text));
    answers.push_back(turn ? to_json(*turn) : to_json(turn.error()));
  }
  return answers;
}

TurnResult undisturbed() {
  const auto sink = std::make_shared<CapturedSink>();
  const auto engine = engine_with_sinks({sink});
  TurnResult result;
  result.answers = say_everything(*engine);
  REQUIRE(engine->flush_telemetry(std::chrono::minutes(1)));
  result.events = static_cast<std::int64_t>(sink->lines().size());
  return result;
}

std::shared_ptr<TelemetrySink> answering(test::RecordingSink::Answer answer) {
  return std::make_shared<test::RecordingSink>(std::move(answer));
}

}  // namespace

TEST_CASE("a failing sink changes no response, and its lost events are counted") {
  const TurnResult usual = undisturbed();
  REQUIRE(usual.events > 20);
  REQUIRE(say_everything(*engine_with_sinks({})) == usual.answers);
  using Written = Result<std::size_t>;
  const std::vector<std::pair<const char*, std::shared_ptr<TelemetrySink>>> sinks = {
      {"fails", answering([](const EventLines&) -> Written { return Unexpected(ErrorCode::kStoreUnavailable, "no"); })},
      {"throws", answering([](const EventLines&) -> Written { throw std::runtime_error("no"); })},
      {"throws an int", answering([](const EventLines&) -> Written { throw 1; })},
      {"has no memory", answering([](const EventLines&) -> Written { throw std::bad_alloc(); })},
      {"writes half", answering([](const EventLines& lines) -> Written { return lines.size() / 2; })},
      {"reports more events than it received",
       answering([](const EventLines& lines) -> Written { return lines.size() + 99; })},
      {"a full disk", *open_jsonl_sink("/dev/full")},
  };
  for (const auto& [name, sink] : sinks) {
    INFO(name);
    const auto engine = engine_with_sinks({sink});
    CHECK(say_everything(*engine) == usual.answers);
    REQUIRE(engine->flush_telemetry(std::chrono::minutes(1)));
    const TelemetryCounts counts = engine->telemetry_counts().at(0);
    CHECK(counts.written + counts.lost == usual.events);
    CHECK((counts.lost > 0) == (counts.errors > 0));
  }
}

TEST_CASE("a blocking sink changes no response, and every event is written or counted as lost") {
  const TurnResult usual = undisturbed();
  const auto gates = std::make_shared<test::BlockedSink::Gates>();
  const auto sink = std::make_shared<test::BlockedSink>(gates);
  const auto engine = engine_with_sinks({sink});
  CHECK(say_everything(*engine) == usual.answers);
  REQUIRE(gates->entered.wait());
  std::int64_t more = 0;  // further messages, until the sink's queue is full
  while (engine->telemetry_counts().at(0).lost == 0 && more < 100'000) {
    REQUIRE(engine->handle(Request::text("s2", "hm")));
    ++more;
  }
  CHECK_FALSE(engine->flush_telemetry({}));
  gates->lets.open();
  REQUIRE(engine->flush_telemetry(std::chrono::minutes(1)));
  const TelemetryCounts counts = engine->telemetry_counts().at(0);
  CHECK(counts.lost > 0);
  CHECK(counts.errors == 0);

  // The first turn of a session has one more event than the next turns.
  const auto twin_sink = std::make_shared<CapturedSink>();
  const auto twin = engine_with_sinks({twin_sink});
  for (int i = 0; i < 2; ++i) REQUIRE(twin->handle(Request::text("s2", "hm")));
  REQUIRE(twin->flush_telemetry(std::chrono::minutes(1)));
  const auto of_two = static_cast<std::int64_t>(twin_sink->lines().size());
  REQUIRE(twin->handle(Request::text("s2", "hm")));
  REQUIRE(twin->flush_telemetry(std::chrono::minutes(1)));
  const std::int64_t of_one = static_cast<std::int64_t>(twin_sink->lines().size()) - of_two;
  CHECK(counts.written + counts.lost == usual.events + of_two + (more - 2) * of_one);
}

TEST_CASE("if one sink blocks, the other sink still gets every event") {
  const TurnResult usual = undisturbed();
  const auto gates = std::make_shared<test::BlockedSink::Gates>();
  const auto good = std::make_shared<CapturedSink>();
  const auto engine = engine_with_sinks({std::make_shared<test::BlockedSink>(gates), good});
  CHECK(say_everything(*engine) == usual.answers);
  CHECK_FALSE(engine->flush_telemetry(std::chrono::seconds(3)));
  CHECK(static_cast<std::int64_t>(good->lines().size()) == usual.events);
  CHECK(engine->telemetry_counts().at(1).written == usual.events);
  gates->lets.open();
}
