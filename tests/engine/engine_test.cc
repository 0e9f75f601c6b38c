// Tests the guarantees of parley/engine.h.
#include "parley/engine.h"

#include <atomic>
#include <stdexcept>
#include <thread>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

TEST_CASE("a conversation with a question, an answer, a tool call and a reply") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  const Turn asked = harness.say("I want to check my order");
  CHECK(asked.status == TurnStatus::kWaiting);
  CHECK(asked.waiting_for_param == "order_id");
  CHECK(asked.say == Lines{"Which order?"});
  CHECK_FALSE(asked.continued);

  const Turn answered = harness.say("It's o12345");
  CHECK(answered.status == TurnStatus::kDone);
  CHECK(answered.seq == 2);
  CHECK(answered.continued);
  CHECK(answered.say == Lines{"O-12345 is in Lyon."});
  CHECK(std::get<ToolCall>(answered.steps.at(0)).args.at("order") == Value("O-12345"));
  CHECK_FALSE(answered.waiting_for_param.has_value());
  CHECK(answered.continuation_id == asked.continuation_id);
}

TEST_CASE("a call of a tool without a function is handed to the caller, whose result is accepted once") {
  EngineHarness harness;
  const Turn called = harness.say("track o12345");
  REQUIRE(called.status == TurnStatus::kToolCall);
  const ToolCall call = std::get<ToolCall>(called.steps.at(0));

  Request result;
  result.session = "s1";
  result.input = ToolResult{"call-99", found_in_lyon(call)};
  CHECK(harness.engine->handle(result).error().code == ErrorCode::kUnknownCall);
  result.input = ToolResult{call.call_id, found_in_lyon(call)};
  CHECK(harness.handle(result).say == Lines{"O-12345 is in Lyon."});
  CHECK(harness.engine->handle(result).error().code == ErrorCode::kUnknownCall);
}

TEST_CASE("only one turn is stored for a message id, however often the message arrives") {
  EngineHarness harness;
  int calls = 0;
  harness.tool("orders.track", [&](const ToolCall& call) {
    ++calls;
    return found_in_lyon(call);
  });
  const Turn first = harness.say("track o12345", "m1");
  harness.say("refund", "m2");
  const Turn again = harness.say("track o12345", "m1");
  CHECK(again.duplicate);
  CHECK(turn_hash(again) == turn_hash(first));
  CHECK(again.seq == first.seq);
  CHECK(calls == 1);
  CHECK(harness.store->load("s1")->value().turns == 2);
}

TEST_CASE("every mistake of a tool function becomes an outcome of the tool, not an error of the turn") {
  struct Case {
    const char* name;
    ToolFunction function;
  };
  const Case cases[] = {
      {"fails", [](const ToolCall&) { return ToolOutcome::failed("no"); }},
      {"throws", [](const ToolCall&) -> ToolOutcome { throw std::runtime_error("boom"); }},
      {"throws something else", [](const ToolCall&) -> ToolOutcome { throw 7; }},
  };
  for (const Case& one : cases) {
    INFO(one.name);
    EngineHarness harness;
    harness.tool("refunds.create", one.function);
    CHECK(harness.say("refund o12345").say == Lines{"The desk is closed."});
  }
}

TEST_CASE(
    "a tool that does not return in time has the outcome timeout, and the engine's destructor waits for the tool") {
  const auto release = std::make_shared<std::atomic<bool>>(false);
  EngineHarness harness;
  harness.tool("orders.track", [release](const ToolCall& call) {
    while (!*release) std::this_thread::yield();
    return found_in_lyon(call);
  });
  const auto turn = harness.engine->handle(Request::text("s1", "track o12345"));
  *release = true;
  REQUIRE(turn.has_value());
  CHECK(turn->status == TurnStatus::kHandoff);
  CHECK(std::get<Handoff>(turn->steps.back()).reason == "tool_failed");
}

TEST_CASE("a tool function replaces a mock; a function for a tool that the bot does not declare is refused") {
  EngineHarness harness;
  CHECK(harness.say("news").say == Lines{"Subscribed."});
  bool called = false;
  harness.tool("news.send", [&](const ToolCall&) {
    called = true;
    return ToolOutcome::ok({});
  });
  harness.say("news");
  CHECK(called);
  EngineOptions options;
  options.tools["nothing"] = found_in_lyon;
  const auto refused = Engine::create(harness.catalog, harness.store, options);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kUnknownTool);
  CHECK_THAT(refused.error().message, Catch::Contains("'nothing'"));
}

TEST_CASE("X4: a turn reports that its session has expired") {
  EngineHarness harness;
  const Turn asked = harness.say("track");
  harness.clock->sleep_for(std::chrono::hours(1));
  const Turn later = harness.say("o12345");
  CHECK(later.reason == "expired");
  CHECK_FALSE(later.continued);
  CHECK(later.say == Lines{"It has been a while.", "Did you mean track, refund, or something else?"});
  CHECK(later.continuation_id != asked.continuation_id);
  CHECK(later.seq == 2);
}

TEST_CASE("activity keeps a session alive, and setting the clock back does not end it") {
  EngineHarness harness;
  harness.say("track");
  for (const TimeMs step : {3'599'999, 3'599'999, -9'000'000}) {
    harness.clock->sleep_for(std::chrono::milliseconds(step));
    CHECK(harness.say("hm").continued);
  }
}

TEST_CASE("the next message of an ended session starts another conversation") {
  EngineHarness harness;
  harness.say("track");
  Request end;
  end.session = "s1";
  end.input = SessionEvent::kEnd;
  harness.handle(end);
  const Turn next = harness.say("track");
  CHECK(next.reason == "ended");
  CHECK_FALSE(next.continued);
}

TEST_CASE("invalid requests are refused and change no session") {
  EngineHarness harness;
  const auto code = [&](Request request) { return harness.engine->handle(request).error().code; };
  CHECK(code(Request::text("", "hi")) == ErrorCode::kInvalidRequest);
  CHECK(code(Request::text("a b", "hi")) == ErrorCode::kInvalidRequest);
  CHECK(code(Request::text(std::string(129, 'a'), "hi")) == ErrorCode::kInvalidRequest);
  CHECK(code(Request::text("s1", std::string(16 * 1024 + 1, 'a'))) == ErrorCode::kMessageTooLong);
  Request with_list = Request::text("s1", "hi");
  with_list.context = Value(Value::Array{1});
  CHECK(code(with_list) == ErrorCode::kInvalidRequest);
  CHECK_FALSE(harness.store->load("s1")->has_value());
}

TEST_CASE("unusual input gets a turn, not an error") {
  EngineHarness harness;
  for (const std::string& text :
       {std::string(), std::string("\xFF\xFE"), std::string(16 * 1024, '\x80'), std::string("\0\0", 2)}) {
    CHECK(harness.say(text).say == Lines{"Pardon?"});
  }
  CHECK(harness.say("\xF0\x9F\x99\x82").say == Lines{"All right."});  // an emoji
}

TEST_CASE("facts of the context can restrict an intent and appear in a reply") {
  EngineHarness harness;
  CHECK(harness.say("vip").say == Lines{"Pardon?"});
  Request request = Request::text("s1", "vip");
  request.context = Value(Value::Object{{"vip", true}, {"name", "Ada"}});
  CHECK(harness.handle(request).say == Lines{"Welcome, Ada."});
}

TEST_CASE("a caller's NLU result is validated like a user's words") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  Request request;
  request.session = "s1";
  NluResult own;
  own.intent = "track";
  own.params = {{"order_id", Value("nonsense")}};
  request.input = own;
  CHECK(harness.handle(request).waiting_for_param == "order_id");
  own.intent.reset();
  own.params = {{"order_id", Value("o 12345")}};
  request.input = own;
  CHECK(harness.handle(request).waiting_for_param == "order_id");
  own.params = {{"order_id", Value("o12345")}};
  request.input = own;
  const Turn turn = harness.handle(request);
  CHECK(turn.params == Value::Object{{"order_id", Value("O-12345")}});
  CHECK(turn.say == Lines{"O-12345 is in Lyon."});
}

TEST_CASE("messages are stored in order with the outcome of each tool, and without sensitive values") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  harness.say("track o12345");
  harness.say("pay");
  harness.say("it is 4111 1111 1111 1111");
  const auto messages = *harness.store->messages("s1", 100);
  Lines lines;
  for (const Message& message : messages) lines.push_back(std::string(to_string(message.role)) + ": " + message.text);
  CHECK(lines == Lines{"user: track o12345", R"(call: {"order":"O-12345"})", "tool: orders.track: ok",
                       "assistant: O-12345 is in Lyon.", "user: pay", "assistant: Your card?", "user: {card}",
                       "assistant: Thanks, {card} is charged."});
}

TEST_CASE("an unusable answer to the question for a sensitive param is withheld completely") {
  EngineHarness harness;
  harness.say("pay");
  harness.say("my mother's is 4111 1111 1111 1112 I think");
  CHECK(harness.store->messages("s1", 100)->at(2).text == "{card}");
}

TEST_CASE("a sensitive value that the user volunteers is removed from the stored message") {
  EngineHarness harness;
  harness.say("pay with 4111111111111111 please");
  CHECK(harness.store->messages("s1", 100)->at(0).text == "pay with {card} please");
}

TEST_CASE("redaction replaces values with the names of their params") {
  EngineHarness harness;
  CHECK(harness.engine->redact("o12345 for a@b.com, card 4111 1111 1111 1111.") ==
        "{order_id} for {email}, card {card}.");
  CHECK(harness.engine->redact("nothing private") == "nothing private");
  SessionState state;
  state.params["card"] = {Value("my secret"), 1};
  CHECK(harness.engine->redact("it is my secret.", state) == "it is {card}.");
}

TEST_CASE("X46: each telemetry event has its stage and the member `memory`, and never contains a value") {
  EngineHarness harness;
  harness.tool("orders.track", [](const ToolCall&) { return ToolOutcome::failed("order O-12345 is unknown"); });
  harness.say("track");
  harness.say("it is o12345, mail me at a@b.com");
  Lines stages;
  const Lines events = harness.events();
  for (const std::string& line : events) {
    const Value event = *Value::parse(line);
    stages.push_back(*event.find("stage")->if_string());
    CHECK(event.at_path("memory.history_count") != nullptr);
    CHECK(event.at_path("memory.params_keys")->if_array() != nullptr);
    for (const char* secret : {"12345", "a@b.com", "s1\"", "unknown is"}) {
      INFO(line);
      CHECK(line.find(secret) == std::string::npos);
    }
  }
  CHECK(stages == Lines{"received", "session", "classified", "planned", "store", "respond", "received", "classified",
                        "planned", "tool", "session", "planned", "store", "respond"});
  const Value asked = *Value::parse(events[5]);
  CHECK(*asked.at_path("memory.waiting_for_param") == Value("order_id"));
}

TEST_CASE("the same inputs give the same turns") {
  const auto run = [] {
    EngineHarness harness;
    harness.tool("orders.track", found_in_lyon);
    Lines out;
    for (const char* text : {"track", "huh", "o12345", "pay", "cancel", "refund o54321"}) {
      out.push_back(to_json(harness.say(text)));
    }
    return out;
  };
  CHECK(run() == run());
}

TEST_CASE("the trace says why the bot does not accept a value that the user stated") {
  EngineHarness harness(create_memory_store(), R"(parley: 1
bot: {id: lines}
entities:
  service: {values: {internet: [], phone: []}}
intents:
  - id: outage
    match: [{regex: problem}]
    params:
      service: {type: service, required: true, ask: What?}
    steps: [{say: ok}]
)");
  harness.handle(Request::text("s1", "a problem"));
  Request request = Request::text("s1", "it is not the phone");
  request.explain = true;
  const Turn turn = harness.handle(request);
  CHECK(*turn.explain.at_path("trace.0") == Value("service not taken from 14..19: negated"));
}

TEST_CASE("the response to a request with `explain` gives the reasons, but the response to its redelivery does not") {
  EngineHarness harness;
  Request request = Request::text("s1", "track");
  request.explain = true;
  const Turn turn = harness.handle(request);
  CHECK(turn.explain.at_path("understanding.verdicts.0.matched") != nullptr);
  CHECK(*turn.explain.at_path("trace.0") == Value("start track"));
  request.id = turn.id;
  CHECK(harness.handle(request).explain.is_null());
}

TEST_CASE("X59: turns of one session run in order, and different sessions run in parallel") {
  EngineHarness harness;
  std::atomic<int> answered{0};  // Catch2 assertions are not thread-safe
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        const std::string session = i % 2 == 0 ? "shared" : "own" + std::to_string(t);
        answered += harness.engine->handle(Request::text(session, "news")).has_value() ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(answered == 8 * 50);
  CHECK(harness.store->load("shared")->value().turns == 8 * 25);
  CHECK(harness.store->load("own3")->value().turns == 25);
}
