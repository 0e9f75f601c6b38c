// Tests that the turn limit of a session and that of a context are independent, and which requests are accepted at the
// limits of a session.
#include <set>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

namespace {

Request with(decltype(Request::input) input) {
  Request request;
  request.session = "s1";
  request.input = std::move(input);
  return request;
}

// Returns a harness at its turn limit, with an open question about the order.
EngineHarness full() {
  EngineHarness harness(create_memory_store(), bot_with_session("{max_turns: 2, at_limit: refuse}"));
  harness.say("news");
  harness.say("track");
  return harness;
}

}  // namespace

TEST_CASE("X16: at the turn limit the conversation is handed off, unless the bot says otherwise") {
  EngineHarness harness(create_memory_store(), bot_with_session("{max_turns: 2}"));
  harness.say("news");
  harness.say("news");
  const Turn third = harness.say("news");
  CHECK(third.status == TurnStatus::kHandoff);
  CHECK(std::get<Handoff>(third.steps.back()).reason == "max_turns");
  CHECK(harness.store->load("s1")->value().turns == 3);
}

TEST_CASE("F137, X16: with a limit of three turns, the fourth turn removes the first, and turns 2 to 4 stay") {
  EngineHarness harness(create_memory_store(), bot_with_session("{max_turns: 3, at_limit: trim}"));
  for (int turn = 1; turn <= 4; ++turn) {
    CHECK(harness.say("Turn " + std::to_string(turn)).status != TurnStatus::kHandoff);
  }
  std::vector<std::string> said;
  for (const Message& message : *harness.store->messages("s1", 100)) {
    if (message.role == Role::kUser) said.push_back(message.text);
  }
  CHECK(said == std::vector<std::string>{"Turn 2", "Turn 3", "Turn 4"});
  CHECK(harness.store->record("s1")->value().turns.size() == 3);
  CHECK(harness.store->load("s1")->value().turns == 4);
}

TEST_CASE("X16: memory.max_turns limits the turns that a context shows, not the turns that are stored") {
  const std::string bot = bot_with_session("{max_turns: 4, at_limit: refuse}");
  EngineHarness harness(create_memory_store(), bot + "memory: {max_turns: 2, notes: false}\n");
  for (int turn = 1; turn <= 4; ++turn) harness.say("Turn " + std::to_string(turn));
  std::set<std::int64_t> shown;
  const auto made = harness.engine->context("s1");
  REQUIRE(made);
  for (const Message& message : made->context.messages) shown.insert(message.turn);
  CHECK(shown == std::set<std::int64_t>{3, 4});
  CHECK(harness.store->record("s1")->value().turns.size() == 4);
  CHECK(harness.say("Turn 5").reason == "max_turns");
}

TEST_CASE(
    "X16: a conversation at its turn limit accepts a reset as an event, in words or as an NLU result, and continues") {
  NluResult own;
  own.act = Act::kReset;
  for (const Request& request : {with(SessionEvent::kReset), with(std::string("start over")), with(own)}) {
    EngineHarness harness = full();
    const SessionState before = harness.store->load("s1")->value();
    const Turn turn = harness.handle(request);
    CHECK(turn.reason.empty());
    CHECK(turn.seq == 3);
    CHECK(harness.store->load("s1")->value().continuation_id != before.continuation_id);
    CHECK(harness.say("news").reason.empty());
    CHECK(harness.say("news").reason == "max_turns");
  }
}

TEST_CASE("X16: a conversation at its turn limit can be ended, and the next message starts another") {
  EngineHarness harness = full();
  CHECK(harness.handle(with(SessionEvent::kSilence)).reason == "max_turns");
  CHECK(harness.handle(with(SessionEvent::kEnd)).reason.empty());
  CHECK(harness.store->load("s1")->value().ended);
  CHECK(harness.say("news").reason == "ended");
  CHECK(harness.say("news").continued);
}

TEST_CASE("X16: a caller's write to a conversation at its turn limit is an error that names the parts not written") {
  EngineHarness harness = full();
  const SessionState before = harness.store->load("s1")->value();
  SessionWrite write;
  write.messages = {{Role::kAssistant, "This is Ann.", {}}};
  write.params = {{"order_id", Value("O-12345")}};
  write.keep_turns = 1;
  const auto refused = harness.engine->handle(with(write));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kLimitExceeded);
  CHECK(
      refused.error().message ==
      "'write': the conversation has reached the turn limit of its bot (session.max_turns: 2). Not written: messages, "
      "params. Send the event 'reset' or 'end' first, or a write of 'keep_turns' alone");
  CHECK(harness.store->load("s1")->value() == before);
}

TEST_CASE("X16: a caller can prune a conversation at its turn limit") {
  EngineHarness harness(create_memory_store(), bot_with_session("{max_turns: 3, at_limit: refuse}"));
  for (int turn = 1; turn <= 3; ++turn) harness.say("news");
  SessionWrite write;
  write.keep_turns = 1;
  CHECK(harness.handle(with(write)).reason.empty());
  for (const Message& message : *harness.store->messages("s1", 100)) CHECK(message.turn == 3);
  CHECK(harness.say("news").reason ==
        "max_turns");  // pruning does not reduce the number of turns that counts towards the limit
}

TEST_CASE("X16: the result of a tool call that began before the turn limit is accepted") {
  EngineHarness harness(create_memory_store(), bot_with_session("{max_turns: 2, at_limit: refuse}"));
  harness.tool("orders.track", {});
  harness.say("track");
  const Turn called = harness.say("O-12345");
  REQUIRE(called.status == TurnStatus::kToolCall);
  ToolResult result;
  result.call_id = std::get<ToolCall>(called.steps.back()).call_id;
  result.outcome = ToolOutcome::ok(Value(Value::Object{{"where", "in Lyon"}}));
  const Turn turn = harness.handle(with(result));
  CHECK(turn.say == std::vector<std::string>{"O-12345 is in Lyon."});
  CHECK(harness.say("news").reason == "max_turns");
}

TEST_CASE("X60: limits of bytes and usage allow a reset, an end and a prune, and refuse silence and messages") {
  SessionWrite prune;
  prune.keep_turns = 1;
  SessionWrite append = prune;
  append.messages = {{Role::kAssistant, "This is Ann.", {}}};
  for (const Request& request : {with(SessionEvent::kReset), with(SessionEvent::kEnd), with(prune)}) {
    for (const bool by_bytes : {true, false}) {
      EngineHarness harness;
      if (by_bytes) harness.limits.max_session_bytes = 20;
      if (!by_bytes) harness.limits.max_session_tokens = 1;
      harness.open();
      Request first = Request::text("s1", "news, and so on and so on");
      first.usage.input_tokens = 9;
      harness.handle(first);
      for (const Request& refused : {with(SessionEvent::kSilence), with(append), with(std::string("start over"))}) {
        const auto turn = harness.engine->handle(refused);
        REQUIRE_FALSE(turn);
        CHECK(turn.error().code == ErrorCode::kLimitExceeded);
      }
      harness.handle(request);
      CHECK(harness.store->load("s1")->value().turns == 2);
    }
  }
}
