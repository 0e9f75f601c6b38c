// Tests telemetry events about sessions, contexts, summaries and failures.
#include "telemetry/turn_events.h"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/forwarding_store.h"
#include "telemetry/event.h"

using namespace parley;

namespace {

// Returns the events of a stage as JSON, without the members that every event of a turn has.
std::vector<Value> events_of(const EngineHarness& harness, const std::string& stage) {
  std::vector<Value> all;
  for (const std::string& line : harness.events()) {
    Value event = *Value::parse(line);
    if (*event.find("stage") == Value(stage)) all.push_back(std::move(event));
  }
  return all;
}

std::string text_of(const Value& event, const char* key) {
  const Value* value = event.find(key);
  return value ? value->to_text() : "(none)";
}

// A caller's store whose load() throws.
class ThrowingStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Result<std::optional<SessionState>> load(std::string_view) override { throw std::runtime_error("a secret"); }
};

class UnsweptStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Result<std::vector<SessionInfo>> list(const SessionQuery&) override {
    return Unexpected(ErrorCode::kStoreUnavailable, "a secret");
  }
};

// A sink that gets the members of events, as metrics do.
class MembersSink final : public TelemetrySink, public telemetry::EventCounter {
 public:
  Result<std::size_t> write(const std::vector<std::string>& lines) override { return lines.size(); }
  void count(const telemetry::TurnEvents& turn) override {
    turns_ += 1;
    turn.for_each_event([this](const telemetry::EventMembers& event) { take_(event); });
  }

  std::function<void(const telemetry::EventMembers&)> take_;
  int turns_ = 0;
};

}  // namespace

TEST_CASE("the members that metrics count are those of the lines") {
  // These members have a form of their own in the lines, which metrics do not need.
  const std::set<std::string> only_in_lines{"v", "ts", "session", "user", "turn", "traceparent", "text"};
  const std::vector<const char*> keys{"stage", "bot",  "input",   "act",    "us",     "what",     "reason",
                                      "asked", "tool", "outcome", "status", "intent", "us_total", "took_us"};
  std::vector<std::vector<std::string>> counted;
  const auto told = [&](const auto& event) {
    std::vector<std::string> members;
    for (const char* key : keys) {
      const auto number = event.number(key);
      members.push_back(number ? std::to_string(*number) : std::string(event.text(key)));
    }
    for (const char* list : {"acts", "steps"}) {
      event.for_each_text(list, [&](std::string_view word) { members.emplace_back(word); });
    }
    return members;
  };
  const auto sink = std::make_shared<MembersSink>();
  sink->take_ = [&](const telemetry::EventMembers& event) { counted.push_back(told(event)); };
  EngineHarness harness;
  harness.more_sinks = {sink};
  harness.open();
  harness.tool("orders.track", found_in_lyon);
  for (const char* text : {"news", "track", "o12345", "hm", "I want a person"}) harness.say(text);
  Request traced = Request::text("s2", "track \xC3\xA9");
  traced.trace_parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  harness.handle(traced);

  std::vector<std::vector<std::string>> of_lines;
  for (const std::string& line : harness.events()) {
    const telemetry::ReadEvent event(line);
    of_lines.push_back(told(event.texts_and_numbers()));
    for (const auto& [key, value] : event.members()) {
      const bool is_known = only_in_lines.count(key) > 0 || std::find(keys.begin(), keys.end(), key) != keys.end();
      CAPTURE(key);
      if (value.if_string()) CHECK(is_known);
    }
  }
  CHECK(sink->turns_ >= 6);
  CHECK(counted == of_lines);
}

TEST_CASE("F135: telemetry reports each begun, trimmed and swept session") {
  EngineHarness harness(create_memory_store(),
                        bot_with_session("{ttl: 1h, retention: 2h, max_turns: 2, at_limit: trim}"));
  harness.tool("news.send", [](const ToolCall&) { return ToolOutcome::ok(Value()); });
  harness.say("news");
  harness.clock->set(harness.clock->now() + 2 * 3'600'000);
  harness.say("news");
  for (int i = 0; i < 5; ++i) harness.say("news");
  harness.clock->set(harness.clock->now() + 24 * 3'600'000);
  CHECK(harness.engine->sweep()->erased == 1);

  std::vector<std::string> told;
  for (const Value& event : events_of(harness, "session"))
    told.push_back(text_of(event, "what") + " " + text_of(event, "reason"));
  REQUIRE(told.size() >= 4);
  CHECK(told[0] == "began ");
  CHECK(told[1] == "began expired");
  CHECK(told[2] == "trimmed (none)");
  CHECK(told.back() == "swept (none)");
  CHECK(text_of(events_of(harness, "session").back(), "sessions") == "1");
  CHECK(text_of(events_of(harness, "session").back(), "remaining") == "0");
}

TEST_CASE("F9: telemetry reports a failed sweep") {
  EngineHarness harness(std::make_shared<UnsweptStore>(create_memory_store()), bot_with_session("{retention: 1h}"));
  CHECK(harness.engine->sweep().error().code == ErrorCode::kStoreUnavailable);
  const auto events = events_of(harness, "session");
  REQUIRE(events.size() == 1);
  CHECK(text_of(events[0], "what") == "sweep_failed");
  CHECK(text_of(events[0], "code") == "store_unavailable");
  CHECK(events[0].to_json().find("secret") == std::string::npos);
}

TEST_CASE("F135: for each stored turn there is an event with the number of the turn and the hash of its session") {
  EngineHarness harness;
  for (int i = 0; i < 3; ++i) harness.say("news");
  harness.handle(Request::text("s2", "news"));
  std::vector<std::string> added;
  const auto stored = events_of(harness, "store");
  for (const Value& event : stored) added.push_back(text_of(event, "turn"));
  CHECK(added == std::vector<std::string>{"1", "2", "3", "1"});
  CHECK(text_of(stored[0], "session") == text_of(stored[2], "session"));
  CHECK(text_of(stored[0], "session") == telemetry_hash("s1", "key"));
  CHECK(text_of(stored[3], "session") == telemetry_hash("s2", "key"));
}

TEST_CASE(
    "F130: events have the number of messages, the names of the filled params and the name of the awaited param") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  harness.say("news");
  harness.say("track");
  harness.say("o12345");
  std::vector<std::string> told;
  for (const std::string& line : harness.events()) {
    const Value event = *Value::parse(line);
    const std::string stage = text_of(event, "stage");
    if (stage != "received" && stage != "tool" && stage != "respond") continue;
    told.push_back(text_of(event, "turn") + " " + stage + " " + event.find("memory")->to_json());
  }
  // `received` shows the state before the turn. A tool call and its result are messages.
  CHECK(told == std::vector<std::string>{
                    R"(1 received {"history_count":0,"params_keys":[],"waiting_for_param":null})",
                    R"(1 tool {"history_count":2,"params_keys":[],"waiting_for_param":null})",
                    R"(1 respond {"history_count":4,"params_keys":[],"waiting_for_param":null})",
                    R"(2 received {"history_count":4,"params_keys":[],"waiting_for_param":null})",
                    R"(2 respond {"history_count":6,"params_keys":[],"waiting_for_param":"order_id"})",
                    R"(3 received {"history_count":6,"params_keys":[],"waiting_for_param":"order_id"})",
                    R"(3 tool {"history_count":8,"params_keys":["order_id"],"waiting_for_param":null})",
                    R"(3 respond {"history_count":10,"params_keys":[],"waiting_for_param":null})",
                });
}

TEST_CASE("F130: messages that the session has trimmed are not counted as history") {
  EngineHarness harness(create_memory_store(), bot_with_session("{max_turns: 2, at_limit: trim}"));
  for (int i = 0; i < 5; ++i) harness.say("hm");
  const auto answered = events_of(harness, "respond");
  REQUIRE(answered.size() == 5);
  CHECK(*answered[1].at_path("memory.history_count") == Value(4));
  CHECK(*answered[4].at_path("memory.history_count") == Value(4));
  CHECK(harness.store->messages("s1", 100)->size() == 4);
}

TEST_CASE("the event of a context includes the tokens of the dialog state") {
  EngineHarness harness;
  harness.say("refund my order");
  const auto made = harness.engine->context("s1", {Consumer::kLlm});
  REQUIRE(made);
  REQUIRE(made->dialog.tokens > 0);
  const auto events = events_of(harness, "memory");
  REQUIRE(events.size() == 1);
  CHECK(*events[0].find("tokens") == Value(made->context.tokens + made->dialog.tokens));
}

TEST_CASE("F77, F83: every context and every summary is reported as an event") {
  EngineHarness harness;
  for (int i = 0; i < 8; ++i) harness.say("hm, " + std::string(300, 'h'));
  REQUIRE(harness.engine->context("s1", {Consumer::kAgent, 300}));
  REQUIRE(harness.engine->compact("s1")->done);
  const auto events = events_of(harness, "memory");
  REQUIRE(events.size() == 3);
  CHECK(text_of(events[0], "what") == "overflow");
  CHECK(text_of(events[1], "what") == "context");
  CHECK(text_of(events[1], "for") == "agent");
  CHECK(text_of(events[1], "max_tokens") == "300");
  CHECK(*events[1].find("left_out")->if_int() > 0);
  CHECK(text_of(events[2], "what") == "summary");
  CHECK(text_of(events[2], "by") == "recap");
  CHECK(text_of(events[2], "session") == text_of(events[1], "session"));
}

TEST_CASE("telemetry reports a failed turn with its error code and without the user's text") {
  EngineHarness harness;
  harness.limits.max_message_bytes = 20;
  harness.open();
  CHECK_FALSE(harness.engine->handle(Request::text("s1", "a secret that is longer than it may be")));
  const auto events = events_of(harness, "respond");
  REQUIRE(events.size() == 1);
  CHECK(text_of(events[0], "status") == "error");
  CHECK(text_of(events[0], "code") == "message_too_long");
  CHECK(events[0].to_json().find("secret") == std::string::npos);
}

TEST_CASE("if a caller's store throws an exception, the turn returns an error, and telemetry reports the failure") {
  EngineHarness harness(std::make_shared<ThrowingStore>(create_memory_store()));
  const auto turn = harness.engine->handle(Request::text("s1", "hm"));
  REQUIRE_FALSE(turn);
  CHECK(turn.error().code == ErrorCode::kInternal);
  const auto events = events_of(harness, "respond");
  REQUIRE(events.size() == 1);
  CHECK(text_of(events[0], "code") == "internal");
  CHECK(events[0].to_json().find("secret") == std::string::npos);
}

TEST_CASE(
    "telemetry and the response to a request with explain give the decisions of a turn as texts and as equivalent "
    "objects") {
  EngineHarness harness;
  harness.tool("news.send", [](const ToolCall&) { return ToolOutcome::ok(Value()); });
  Request request = Request::text("s1", "news");
  request.explain = true;
  const Turn turn = *harness.engine->handle(request);
  std::vector<TraceEvent> all;
  for (const Value& planned : events_of(harness, "planned")) {
    const Value::Array& texts = *planned.find("trace")->if_array();
    const Value::Array& events = *planned.find("events")->if_array();
    REQUIRE(texts.size() == events.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto event = trace_event_from(events[i]);
      REQUIRE(event);
      CHECK(Value(to_string(*event)) == texts[i]);
      all.push_back(*event);
    }
  }
  CHECK(std::count_if(all.begin(), all.end(), [](const auto& event) { return event.rule == Rule::kIntentStarted; }) ==
        1);
  CHECK(turn.trace == all);
}
