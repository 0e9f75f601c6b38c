// Tests a caller's writes to a session (SessionWrite).
#include <algorithm>

#include "engine/write_requests.h"
#include "parley/protocol.h"

namespace parley {
namespace {

TEST_CASE("a caller can append a message after a handoff, and the next turn is stored after that message") {
  EngineHarness harness;
  harness.say("refund");
  SessionWrite written;
  written.messages = {{Role::kAssistant, "This is Ann.", {}}, {Role::kUser, "hello Ann", {}}};
  written.messages[0].details.tool = "desk";
  const Turn turn = harness.handle(write_to_s1(written, "m1"));
  CHECK(turn.seq == 2);
  CHECK(turn.say.empty());
  CHECK(turn.status == TurnStatus::kWaiting);
  CHECK(turn.waiting_for_param == "order_id");
  CHECK(texts_of_s1(harness) == std::vector<std::string>{"user: refund", "assistant: Refund which?",
                                                         "assistant: This is Ann.", "user: hello Ann"});
  CHECK(harness.store->messages("s1", 2)->front().details.tool == "desk");

  CHECK(harness.handle(write_to_s1(written, "m1")).duplicate);
  CHECK(texts_of_s1(harness).size() == 4);
  CHECK(harness.say("O-12345").seq == 3);
}

TEST_CASE("a write begins no intent whose 'when' does not hold, and an open one goes on") {
  EngineHarness harness;
  SessionWrite written;
  written.intent = "vip";
  const auto refused = harness.engine->handle(write_to_s1(written));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kInvalidRequest);
  CHECK(refused.error().message == "'write.intent': the intent vip may not begin: context.vip is missing");
  Request allowed = write_to_s1(written);
  allowed.context = Value::Object{{"vip", true}};
  CHECK(harness.handle(allowed).intent == "vip");
  CHECK(harness.handle(write_to_s1(written)).intent == "vip");
}

TEST_CASE("a caller's text is redacted like a user's") {
  EngineHarness harness;
  harness.say("pay");
  SessionWrite written;
  written.messages = {{Role::kUser, "4111 1111 1111 1111", {}}, {Role::kAssistant, "Is it 4111111111111111?", {}}};
  harness.handle(write_to_s1(written));
  for (const std::string& line : texts_of_s1(harness)) {
    CHECK(line.find("4111") == std::string::npos);
  }
}

TEST_CASE("a session starts with the caller's title, tags and system prompt before its first message") {
  EngineHarness harness;
  SessionWrite written;
  written.title = "Chair, from ann@shop.example";
  written.tags = {"web", "vip", "web"};
  written.system_prompt = "You are brief.";
  written.metadata = {{"channel", Value("web")}};
  const Turn turn = harness.handle(write_to_s1(written));
  CHECK(turn.seq == 1);
  CHECK_FALSE(turn.continued);
  const auto summary = harness.store->summary("s1");
  REQUIRE((summary.has_value() && summary->has_value()));
  const SessionNotes& notes = (*summary)->notes;
  CHECK(notes.title.find("ann@") == std::string::npos);
  CHECK(notes.tags == std::vector<std::string>{"vip", "web"});
  CHECK(notes.metadata.at("system_prompt") == Value(Value::Object{{"text", "You are brief."}, {"turn", 1}}));
  CHECK(notes.metadata.at("channel") == Value("web"));
  CHECK(harness.say("news").seq == 2);

  CHECK(harness.engine->handle(write_to_s1(written)).error().code == ErrorCode::kInvalidRequest);
  CHECK((*harness.store->load("s1"))->turns == 2);
}

TEST_CASE("after a caller has set a param, the bot no longer asks for it") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  harness.say("track my order");
  SessionWrite written;
  written.params = {{"order_id", Value("o12345")}};
  const Turn turn = harness.handle(write_to_s1(written));
  CHECK(turn.params.at("order_id") == Value("O-12345"));
  CHECK_FALSE(turn.waiting_for_param);
  CHECK(turn.steps.empty());
  CHECK(harness.say("so?").say == std::vector<std::string>{"O-12345 is in Lyon."});
}

TEST_CASE("F39: a caller's params replace known params of the same name, and other known params stay") {
  const std::string bot = R"(
parley: 1
bot: {id: hotel}
intents:
  - id: book
    match: [{regex: '\bbook\b'}]
    params:
      city: {type: free_text, required: true, ask: "Where?"}
      guests: {type: number, required: true, ask: "How many?"}
      night: {type: free_text, required: true, ask: "Which night?"}
    steps: [{say: Booked.}]
)";
  EngineHarness harness(create_memory_store(), bot);
  for (const char* text : {"book a room", "Thun", "2"}) harness.say(text);
  SessionWrite written;
  written.params = {{"guests", Value(3)}};
  const Turn turn = harness.handle(write_to_s1(written));
  CHECK(turn.params == Value::Object{{"city", "Thun"}, {"guests", 3}});
  CHECK(turn.waiting_for_param == "night");
}

TEST_CASE("after the caller removes or answers the open question, the intent stays open and the session waits") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  harness.say("track my order");
  SessionWrite dropped;
  dropped.waiting_for_param = "";
  const Turn turn = harness.handle(write_to_s1(dropped));
  CHECK(turn.status == TurnStatus::kWaiting);
  CHECK(turn.intent == "track");
  CHECK_FALSE(turn.waiting_for_param);
  CHECK(harness.store->load("s1")->value().frames.size() == 1);

  SessionWrite filled;
  filled.params = {{"order_id", Value("o12345")}};
  CHECK(harness.handle(write_to_s1(filled)).status == TurnStatus::kWaiting);
  CHECK(harness.say("so?").status == TurnStatus::kDone);
  SessionWrite note;
  note.messages = {{Role::kAssistant, "Bye.", {}}};
  CHECK(harness.handle(write_to_s1(note)).status == TurnStatus::kDone);
}

TEST_CASE("a caller can set and remove the open question") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  SessionWrite asked;
  asked.intent = "track";
  asked.waiting_for_param = "order_id";
  asked.messages = {{Role::kAssistant, "Which order is it?", {}}};
  const Turn turn = harness.handle(write_to_s1(asked));
  CHECK(turn.status == TurnStatus::kWaiting);
  CHECK(turn.intent == "track");
  CHECK(turn.waiting_for_param == "order_id");
  CHECK(turn.say.empty());

  SessionWrite dropped;
  dropped.waiting_for_param = "";
  CHECK_FALSE(harness.handle(write_to_s1(dropped)).waiting_for_param);
  CHECK_FALSE((*harness.store->load("s1"))->waiting);

  harness.handle(write_to_s1(asked));
  CHECK(harness.say("it is O-12345").say == std::vector<std::string>{"O-12345 is in Lyon."});
}

TEST_CASE("a caller's write that does not fit the bot is refused completely") {
  struct Case {
    const char* name;
    SessionWrite written;
    const char* says;
  };
  const auto written = [](auto change) {
    SessionWrite made;
    made.messages = {{Role::kAssistant, "kept?", {}}};
    change(made);
    return made;
  };
  const Case cases[] = {
      {"an intent", written([](SessionWrite& w) { w.intent = "trakc"; }), "did you mean 'track'"},
      {"a param", written([](SessionWrite& w) {
         w.params = {{"order", Value("O-12345")}};
       }),
       "order_id"},
      {"a value", written([](SessionWrite& w) {
         w.params = {{"order_id", Value("none")}};
       }),
       "'write.params.order_id': the param does not take this value: it is not of the type 'order_id'"},
      {"a question", written([](SessionWrite& w) { w.waiting_for_param = "card"; }), "has no param"},
      {"turns", written([](SessionWrite& w) { w.keep_turns = -1; }), "keep_turns"},
      {"a role", written([](SessionWrite& w) { w.messages[0].role = Role::kTool; }), "user or assistant"},
      {"an empty text", written([](SessionWrite& w) { w.messages[0].text.clear(); }), "empty"},
  };
  for (const Case& one : cases) {
    EngineHarness harness;
    harness.say("track my order");
    INFO(one.name);
    const auto answer = harness.engine->handle(write_to_s1(one.written));
    REQUIRE_FALSE(answer.has_value());
    CHECK(answer.error().code == ErrorCode::kInvalidRequest);
    CHECK(answer.error().message.find(one.says) != std::string::npos);
    CHECK(texts_of_s1(harness).size() == 2);
    CHECK((*harness.store->load("s1"))->turns == 1);
  }
}

TEST_CASE("while a tool call is open, a caller may write messages but no params") {
  EngineHarness harness;
  harness.say("track my order");
  REQUIRE(harness.say("O-12345").status == TurnStatus::kToolCall);
  SessionWrite message;
  message.messages = {{Role::kAssistant, "One moment.", {}}};
  CHECK(harness.handle(write_to_s1(message)).status == TurnStatus::kToolCall);
  SessionWrite params;
  params.params = {{"order_id", Value("O-54321")}};
  CHECK(harness.engine->handle(write_to_s1(params)).error().message.find("tool call is open") != std::string::npos);
}

TEST_CASE("a caller's prune keeps the requested number of turns, and never separates a call from its result") {
  EngineHarness harness;
  harness.say("news");
  harness.say("track my order");
  const Turn called = harness.say("O-12345");
  Request result;
  result.session = "s1";
  result.input = ToolResult{std::get<ToolCall>(called.steps.back()).call_id, found_in_lyon({})};
  harness.handle(result);
  harness.say("news");

  SessionWrite two;
  two.keep_turns = 2;  // keeps more, because the last two turns would begin with the result of a call
  harness.handle(write_to_s1(two));
  auto messages = *harness.store->messages("s1", 100);
  CHECK(messages.front().turn == 3);
  const auto state = *harness.store->load("s1");
  CHECK(state->trimmed == messages.front().seq - 1);
  std::int64_t bytes = 0;
  for (const Message& message : messages) bytes += static_cast<std::int64_t>(message.text.size());
  CHECK(state->bytes == bytes);

  SessionWrite one;
  one.keep_turns = 1;
  harness.handle(write_to_s1(one));
  CHECK(harness.store->messages("s1", 100)->empty());
  CHECK(harness.say("news").seq == 8);
}

TEST_CASE("a caller's prune keeps the open question") {
  EngineHarness harness;
  harness.say("news");
  harness.say("track my order");
  SessionWrite note;
  note.messages = {{Role::kAssistant, "Still here?", {}}};
  for (int i = 0; i < 3; ++i) {
    harness.clock->sleep_for(std::chrono::seconds(1));
    harness.handle(write_to_s1(note));
  }
  SessionWrite prune;
  prune.keep_turns = 1;
  harness.handle(write_to_s1(prune));
  CHECK(texts_of_s1(harness).front() == "user: track my order");
}

TEST_CASE("telemetry reports a caller's write") {
  EngineHarness harness;
  SessionWrite written;
  written.messages = {{Role::kAssistant, "hello", {}}};
  harness.handle(write_to_s1(written));
  const auto lines = harness.events();
  const bool is_reported = std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find("\"received\"") != std::string::npos && line.find("\"write\"") != std::string::npos;
  });
  CHECK(is_reported);
}

TEST_CASE("the protocol supports a caller's write") {
  const auto request = parse_request(
      R"({"session":"s1","write":{"messages":[{"role":"user","text":"hi","tool":"desk"}],"intent":"track",)"
      R"("params":{"order_id":"O-12345"},"waiting_for_param":null,"keep_turns":3,"title":"t","system_prompt":"p",)"
      R"("tags":["a"],"metadata":{"k":1}}})");
  REQUIRE(request.has_value());
  const SessionWrite& written = std::get<SessionWrite>(request->input);
  CHECK(written.messages.front().role == Role::kUser);
  CHECK(written.messages.front().details.tool == "desk");
  CHECK(written.waiting_for_param == "");
  CHECK(written.keep_turns == 3);

  for (const char* line :
       {R"({"session":"s1","write":{"messages":[{"role":"tool","text":"x"}]}})",
        R"({"session":"s1","write":{"keep_turns":0}})", R"({"session":"s1","write":{"prms":{}}})",
        R"({"session":"s1","write":{"waiting_for_param":3}})", R"({"session":"s1","text":"x","write":{}})"}) {
    INFO(line);
    CHECK(parse_request(line).error().code == ErrorCode::kInvalidRequest);
  }
}

}  // namespace
}  // namespace parley
