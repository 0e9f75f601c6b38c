// Tests the limits of a session on size, messages and usage.
#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

TEST_CASE("X21, X60: the number of sessions, the bytes of a session and the bytes of a message are limited") {
  SECTION("sessions") {
    EngineHarness harness;
    harness.limits.max_sessions = 2;
    harness.open();
    for (const char* session : {"a", "b"}) harness.handle(Request::text(session, "news"));
    CHECK(harness.engine->handle(Request::text("c", "news")).error().code == ErrorCode::kLimitExceeded);
    CHECK(harness.handle(Request::text("a", "news")).continued);
    CHECK(harness.store->counts(0)->sessions == 2);
    REQUIRE(harness.store->erase({{"b", 0, 0}}));
    harness.handle(Request::text("c", "news"));
  }
  SECTION("sessions: a new session evicts the session that was idle longest") {
    EngineHarness harness;
    harness.limits.max_sessions = 2;
    harness.limits.evict_oldest = true;
    harness.open();
    for (const char* session : {"a", "b", "a", "c"}) {
      harness.clock->set(harness.clock->now() + 1);
      harness.handle(Request::text(session, "news"));
    }
    CHECK_FALSE(harness.store->load("b")->has_value());
    CHECK(harness.store->load("a")->has_value());
    CHECK(harness.handle(Request::text("b", "news")).reason == "expired");
  }
  SECTION("bytes of a session") {
    EngineHarness harness;
    harness.limits.max_session_bytes = 20;
    harness.open();
    harness.say("news, and so on and so on");
    const auto refused = harness.engine->handle(Request::text("s1", "news"));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kLimitExceeded);
    CHECK(harness.store->load("s1")->value().turns == 1);
  }
  SECTION("bytes of a message") {
    EngineHarness harness;
    harness.limits.max_message_bytes = 20;
    harness.open();
    harness.say(std::string(20, 'a'));
    const auto refused = harness.engine->handle(Request::text("s1", std::string(21, 'a')));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kMessageTooLong);
    CHECK(harness.store->load("s1")->value().turns == 1);
  }
}

TEST_CASE("usage is summed by session") {
  EngineHarness harness;
  harness.tool("orders.track", [](const ToolCall& call) {
    ToolOutcome outcome = found_in_lyon(call);
    outcome.usage = {1, 2, 3};
    return outcome;
  });
  Request request = Request::text("s1", "track o12345");
  request.usage = {100, 20, 7};
  harness.handle(request);
  CHECK(harness.store->summary("s1")->value().usage == Usage{101, 22, 10});
}

TEST_CASE("F84: a session that has used up its limit is refused, except for tool results") {
  const auto used = [](EngineHarness& harness, Usage usage, const char* text = "news") {
    Request request = Request::text("s1", text);
    request.usage = usage;
    return harness.engine->handle(request);
  };
  for (const bool by_cost : {false, true}) {
    INFO(by_cost);
    EngineHarness harness;
    (by_cost ? harness.limits.max_session_cost : harness.limits.max_session_tokens) = 100;
    harness.open();
    harness.tool("orders.track", {});
    REQUIRE(used(harness, by_cost ? Usage{0, 0, 99} : Usage{90, 9, 0}));
    const auto called = used(harness, by_cost ? Usage{0, 0, 1} : Usage{1, 0, 0}, "track o12345");
    REQUIRE(called);
    const auto refused = used(harness, {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kLimitExceeded);
    CHECK(refused.error().message.find(by_cost ? "max_session_cost" : "max_session_tokens") != std::string::npos);
    CHECK(harness.store->load("s1")->value().turns == 2);
    Request result;
    result.session = "s1";
    result.input = ToolResult{std::get<ToolCall>(called->steps.at(0)).call_id, ToolOutcome::failed("no")};
    CHECK(harness.engine->handle(result));
    CHECK(harness.engine->handle(Request::text("s2", "news")));
  }
}

TEST_CASE("the error of a limit gives the usage and the limit") {
  EngineHarness harness;
  harness.limits.max_session_tokens = 100;
  harness.open();
  Request request = Request::text("s1", "news");
  request.usage = {200, 50, 0};
  harness.handle(request);
  const auto refused = harness.engine->handle(Request::text("s1", "news"));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "the session has used 250 tokens; its limit is 100 (Limits::max_session_tokens)");
}
