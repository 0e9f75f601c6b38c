// Tests where the `traceparent` of a request goes.
#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "parley/protocol.h"

using namespace parley;

namespace {

const std::string kTrace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

Request traced(const std::string& text, const std::string& trace = kTrace) {
  Request request = Request::text("s1", text);
  request.id = "m1";
  request.trace_parent = trace;
  return request;
}

}  // namespace

TEST_CASE("the traceparent of a request is in all events of its turn, and of no other turn") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  harness.handle(traced("track o12345"));
  const auto first = harness.events();
  for (const std::string& event : first) CHECK(event.find("\"traceparent\":\"" + kTrace + "\"") != std::string::npos);
  harness.say("news");
  const auto all = harness.events();
  REQUIRE(all.size() > first.size());
  for (std::size_t i = first.size(); i < all.size(); ++i) CHECK(all[i].find("traceparent") == std::string::npos);
}

TEST_CASE("a failed turn has the traceparent of its request, if it is valid") {
  EngineHarness harness;
  Request request = traced("news");
  request.must_exist = true;
  CHECK_FALSE(harness.engine->handle(request));
  CHECK(harness.events().back().find(kTrace) != std::string::npos);
  request.trace_parent = "private text";
  CHECK(harness.engine->handle(request).error().code == ErrorCode::kInvalidRequest);
  CHECK(harness.events().back().find("private") == std::string::npos);
}

TEST_CASE("a tool function gets the traceparent, and the store does not") {
  EngineHarness harness;
  std::string passed;
  harness.tool("orders.track", [&](const ToolCall& call) {
    passed = call.trace_parent;
    return found_in_lyon(call);
  });
  const Turn turn = harness.handle(traced("track o12345"));
  CHECK(passed == kTrace);
  CHECK(to_json(turn).find("4bf92f") == std::string::npos);
  CHECK(harness.handle(traced("track o12345", "")).duplicate);  // it does not count as contents of the message
  const auto record = *harness.store->record("s1");
  for (const Message& message : record->messages) CHECK(message.text.find("4bf92f") == std::string::npos);
  CHECK(std::get<ToolCall>(record->turns.front().turn.steps.front()).trace_parent.empty());
}

TEST_CASE("the protocol reads a traceparent, and an invalid one is an error that names the field") {
  const auto request = parse_request(R"({"session":"s1","text":"news","traceparent":")" + kTrace + "\"}");
  REQUIRE(request);
  CHECK(request->trace_parent == kTrace);
  EngineHarness harness;
  for (const char* invalid : {"1", "00-4BF92F3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}) {
    const auto turn = harness.engine->handle(traced("news", invalid));
    REQUIRE_FALSE(turn);
    CHECK(turn.error().code == ErrorCode::kInvalidRequest);
    CHECK(turn.error().message.find("'traceparent'") == 0);
  }
}
