// Tests mistakes of a caller. The engine reports an error or tolerates the mistake; it never crashes and never waits
// forever.
#include <atomic>
#include <limits>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/engine_harness.h"

using namespace parley;

namespace {

constexpr int kDeep = 40'000;

Value nested(int levels) {
  Value value = 1;
  for (int level = 0; level < levels; ++level) {
    Value::Array items;
    items.push_back(std::move(value));
    value = Value(std::move(items));
  }
  return value;
}

}  // namespace

TEST_CASE("an engine is not created with a null sink") {
  EngineOptions options;
  options.telemetry = {std::make_shared<CapturedSink>(), nullptr};
  const auto engine = Engine::create(*Catalog::parse(kTestBot, "desk.yaml"), create_memory_store(), std::move(options));
  REQUIRE_FALSE(engine);
  CHECK(engine.error().code == ErrorCode::kInvalidRequest);
  CHECK(engine.error().message.find("null sink") != std::string::npos);
}

TEST_CASE("a tool call whose result is nested 40,000 deep fails, and the conversation continues") {
  EngineHarness harness;
  harness.tool("refunds.create", [](const ToolCall&) {
    Value::Object result;
    result.emplace("deep", nested(kDeep));
    return ToolOutcome::ok(Value(std::move(result)));
  });
  CHECK(harness.say("refund o12345").say == std::vector<std::string>{"The desk is closed."});
  CHECK(harness.say("news").say == std::vector<std::string>{"Subscribed."});
}

TEST_CASE("a request with content nested 40,000 deep is refused") {
  EngineHarness harness;
  const Turn called = harness.say("track o12345");
  REQUIRE(called.status == TurnStatus::kToolCall);
  const ToolCall call = std::get<ToolCall>(called.steps.at(0));
  const auto require_refused = [&](const Request& request) {
    const auto turn = harness.engine->handle(request);
    REQUIRE_FALSE(turn);
    CHECK(turn.error().code == ErrorCode::kLimitExceeded);
    CHECK(turn.error().message.find("nested deeper than 56 levels") != std::string::npos);
  };
  Request request;
  request.session = "s1";
  request.input = ToolResult{call.call_id, ToolOutcome::ok(nested(kDeep))};
  require_refused(request);
  NluResult own;
  own.intent = "track";
  own.params.emplace("order_id", nested(kDeep));
  request.input = std::move(own);
  require_refused(request);
  request.input = "hello";
  Value::Object context;
  context.emplace("deep", nested(kDeep));
  request.context = Value(std::move(context));
  require_refused(request);
  request.context = Value();
  request.details.metadata.emplace("deep", nested(kDeep));
  require_refused(request);

  // The tool call still waits for its result.
  request = Request();
  request.session = "s1";
  request.input = ToolResult{call.call_id, found_in_lyon(call)};
  CHECK(harness.handle(request).say == std::vector<std::string>{"O-12345 is in Lyon."});
}

TEST_CASE("the usage that a caller reports adds up without overflow and never decreases") {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EngineHarness harness;
  Request request = Request::text("s1", "hello");
  request.usage = {kMost, kMost, kMost};
  for (int turn = 0; turn < 3; ++turn) harness.handle(request);
  const Usage after = harness.store->load("s1")->value().usage;
  CHECK(after.input_tokens == std::int64_t{1} << 53);
  CHECK(after.cost == after.input_tokens);
  request.usage = {-5, -5, std::numeric_limits<std::int64_t>::min()};
  harness.handle(request);
  CHECK(harness.store->load("s1")->value().usage == after);
}

TEST_CASE("the catalog can be replaced while turns on other threads call its tools") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};
  std::thread talks([&] {
    for (int turn = 0; turn < 60; ++turn) {
      const auto answer = harness.engine->handle(Request::text("s" + std::to_string(turn), "track o12345"));
      if (!answer || answer->say != std::vector<std::string>{"O-12345 is in Lyon."}) ++wrong;
    }
    done = true;
  });
  while (!done) {
    if (!harness.engine->replace_catalog(harness.catalog, {{"orders.track", found_in_lyon}})) ++wrong;
  }
  talks.join();
  CHECK(wrong == 0);
}

TEST_CASE("an engine destroyed by a forked child does not hang") {
  // The child has no copy of the threads of the sweeper and the sink.
  std::string bot = kTestBot;
  bot.replace(bot.find("ttl: 1h"), 7, "ttl: 1h, retention: 30d");
  EngineOptions options;
  options.telemetry = {std::make_shared<CapturedSink>()};
  auto engine = *Engine::create(*Catalog::parse(bot, "desk.yaml"), create_memory_store(), options);
  REQUIRE(engine->handle(Request::text("s1", "news")));
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);  // ends a child that hangs
    engine.reset();
    ::_exit(0);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(engine->handle(Request::text("s1", "news")));
}
