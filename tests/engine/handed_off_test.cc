// Tests a conversation that a person has: what is stored, shown and reported, and how it returns to the bot
// (docs/dialog.md, section 11).
#include <algorithm>
#include <memory>

#include "engine/write_requests.h"
#include "parley/protocol.h"
#include "parley/sessions.h"

namespace parley {
namespace {

Request give_back(bool resume, const std::string& id = "") {
  Request request = request_of_s1(SessionEvent::kGiveBack);
  request.resume = resume;
  request.id = id;
  return request;
}

SessionState state_of_s1(EngineHarness& harness) {
  auto state = harness.store->load("s1");
  REQUIRE((state && *state));
  return **state;
}

std::vector<std::string> speakers_of_s1(EngineHarness& harness) {
  std::vector<std::string> lines;
  const auto messages = harness.store->messages("s1", 100);
  REQUIRE(messages);
  for (const Message& message : *messages) lines.push_back(speaker_of(message) + ": " + message.text);
  return lines;
}

std::string bot_with_replies(const std::string& replies) {
  return replaced(kTestBot, "replies: {expired: It has been a while.}",
                  "replies: {expired: It has been a while., " + replies + "}");
}

// A session in which a person has taken over from the question for the order.
std::unique_ptr<EngineHarness> handed_off(const std::string& bot = kTestBot,
                                          std::shared_ptr<SessionStore> store = create_memory_store()) {
  auto harness = std::make_unique<EngineHarness>(std::move(store), bot);
  harness->say("track my order");
  CHECK(harness->say("human").handed_off);
  return harness;
}

TEST_CASE("11.3 every answer shows that a person has the conversation, in every kind of turn") {
  auto harness = handed_off();
  const std::vector<Request> requests = {Request::text("s1", "hello?"),
                                         request_of_s1(SessionEvent::kSilence),
                                         request_of_s1(SessionEvent::kStart),
                                         request_of_s1(NluResult{}),
                                         Request::from_person("s1", "This is Ann.", "Ann"),
                                         write_to_s1({})};
  for (const Request& request : requests) {
    const Turn turn = harness->handle(request);
    CHECK(turn.handed_off);
    CHECK(turn.status == TurnStatus::kHandoff);
    CHECK(turn.say.empty());
    CHECK_FALSE(turn.waiting_for_param);
    const Value json = to_value(turn);
    CHECK(*json.find("handed_off") == Value(true));
    CHECK(*json.find("status") == Value("handoff"));
  }
  const Turn back = harness->handle(give_back(true));
  CHECK_FALSE(back.handed_off);
  CHECK_FALSE(to_value(back).find("handed_off"));
  CHECK(back.waiting_for_param == "order_id");
}

TEST_CASE("11.4 the words of a person differ from those of the bot in the transcript, contexts and exports") {
  auto harness = handed_off();
  harness->say("is it late?");
  harness->handle(Request::from_person("s1", "A day or two.", "Ann"));
  harness->handle(Request::from_person("s1", "Sorry about that."));
  CHECK(speakers_of_s1(*harness) ==
        std::vector<std::string>{"user: track my order", "assistant: Which order?", "user: human",
                                 "assistant: I am handing you over to a person.", "user: is it late?",
                                 "agent (Ann): A day or two.", "agent: Sorry about that."});
  const auto context = harness->engine->context("s1", {});
  REQUIRE(context);
  CHECK(render_text(context->context).find("agent (Ann): A day or two.\n") != std::string::npos);
  const Value messages = render_json(context->context);
  const auto& items = *messages.if_array();
  const auto is_anns = [](const Value& one) { return one.find("author") && *one.find("author") == Value("Ann"); };
  const auto found = std::find_if(items.begin(), items.end(), is_anns);
  REQUIRE(found != items.end());
  CHECK(*found->find("role") == Value("assistant"));

  std::string exported;
  const auto add_line = [&](std::string_view line) {
    exported.append(line).append("\n");
    return true;
  };
  REQUIRE(export_sessions(*harness->store, {}, add_line));
  CHECK(exported.find("\"author\":\"Ann\"") != std::string::npos);
  CHECK(exported.find("\"handed_off\":{\"reason\":\"requested\"") != std::string::npos);

  // The next recap names the person, too.
  harness->handle(give_back(false));
  const Turn again = harness->say("human");
  const auto& recap = std::get<Handoff>(again.steps.back()).recap;
  CHECK(std::find(recap.begin(), recap.end(), "agent (Ann): A day or two.") != recap.end());
}

TEST_CASE("11.4 while a person has the conversation, a caller's message without an author is the person's") {
  auto harness = handed_off();
  SessionWrite write;
  write.messages = {{Role::kAssistant, "I am here.", {}}, {Role::kUser, "good", {}}};
  harness->handle(write_to_s1(write));
  CHECK(speakers_of_s1(*harness)[4] == "agent: I am here.");
  CHECK(speakers_of_s1(*harness)[5] == "user: good");
  harness->handle(give_back(false));
  harness->handle(write_to_s1(write));
  CHECK(speakers_of_s1(*harness)[7] == "assistant: I am here.");
}

TEST_CASE("11.3 the text for the wait is said once, and not after the person has written") {
  const std::string bot = bot_with_replies("while_handed_off: Someone will come.");
  auto first = handed_off(bot);
  CHECK(first->say("hello?").say == Lines{"Someone will come."});
  CHECK(first->say("hello?").say.empty());
  first->handle(give_back(true));
  first->say("human");
  CHECK(first->say("hello?").say == Lines{"Someone will come."});
  auto second = handed_off(bot);
  second->handle(Request::from_person("s1", "I am here."));
  CHECK(second->say("hello?").say.empty());
}

TEST_CASE("11.3 a private value for the person is masked, and telemetry has nothing of the message") {
  auto harness = std::make_unique<EngineHarness>(
      create_memory_store(), replaced(kTestBot, "redaction: {", "redaction: {telemetry_text: all, "));
  harness->say("human");
  harness->say("my card is 4111 1111 1111 1111, zugzwang");
  harness->handle(Request::from_person("s1", "Is it 4111 1111 1111 1111?"));
  for (const std::string& line : speakers_of_s1(*harness)) CHECK(line.find("4111") == std::string::npos);
  for (const std::string& line : harness->events()) {
    CHECK(line.find("zugzwang") == std::string::npos);
    CHECK(line.find("4111") == std::string::npos);
  }
}

TEST_CASE("a handoff and its end are events of telemetry") {
  auto harness = handed_off();
  harness->say("hello?");
  harness->handle(give_back(true));
  std::vector<std::string> whats;
  for (const std::string& line : harness->events()) {
    const Value event = *Value::parse(line);
    const Value* what = event.find("what");
    if (*event.find("stage") != Value("session") || !what || *what == Value("began")) continue;
    whats.push_back(what->to_text() + " " + event.find("reason")->to_text());
  }
  CHECK(whats == std::vector<std::string>{"handed_off requested", "given_back resume"});
}

TEST_CASE("11.5 only a conversation that a person has can be given back, and a redelivery gives it back once") {
  EngineHarness harness;
  CHECK(harness.engine->handle(give_back(true)).error().code == ErrorCode::kInvalidRequest);
  CHECK_FALSE(*harness.store->load("s1"));
  harness.say("track my order");
  CHECK(harness.engine->handle(give_back(false)).error().code == ErrorCode::kInvalidRequest);
  harness.say("human");
  const Turn back = harness.handle(give_back(true, "g1"));
  CHECK(back.say == Lines{"Back to where we were.", "Which order?"});
  const Turn again = harness.handle(give_back(true, "g1"));
  CHECK(again.duplicate);
  CHECK(turn_hash(again) == turn_hash(back));
  CHECK(harness.engine->handle(give_back(true, "g2")).error().code == ErrorCode::kInvalidRequest);
  Request other = request_of_s1(SessionEvent::kEnd);
  other.resume = true;
  CHECK(harness.engine->handle(other).error().code == ErrorCode::kInvalidRequest);
}

TEST_CASE("a message for the person is redelivered like any other") {
  auto harness = handed_off(bot_with_replies("while_handed_off: Someone will come."));
  const Turn first = harness->say("hello?", "m9");
  const Turn again = harness->say("hello?", "m9");
  CHECK(again.duplicate);
  CHECK(again.handed_off);
  CHECK(again.say == first.say);
  CHECK(state_of_s1(*harness).turns == 3);
}

TEST_CASE("11.5 a caller's question gives the conversation back, and other writes leave it with the person") {
  auto harness = handed_off();
  SessionWrite params;
  params.params = {{"order_id", Value("O-12345")}};
  const Turn written = harness->handle(write_to_s1(params));
  CHECK(written.handed_off);
  CHECK(written.intent == "track");
  SessionWrite other;
  other.intent = "refund";
  CHECK(harness->handle(write_to_s1(other)).handed_off);
  CHECK(state_of_s1(*harness).frames.size() == 2);
  SessionWrite asks;
  asks.messages = {{Role::kAssistant, "Which one shall I refund?", {}}};
  asks.waiting_for_param = "order_id";
  const Turn asked = harness->handle(write_to_s1(asks));
  CHECK_FALSE(asked.handed_off);
  CHECK(asked.waiting_for_param == "order_id");
  CHECK(asked.intent == "refund");
  CHECK(speakers_of_s1(*harness).back() == "agent: Which one shall I refund?");
}

TEST_CASE("11.6 a late result is stored once, and its intent takes it when it is given back") {
  auto harness = std::make_unique<EngineHarness>();
  harness->say("refund O-12345");
  const std::string call = state_of_s1(*harness).waiting->call()->call_id;
  CHECK(harness->say("human").handed_off);
  const Request result = request_of_s1(ToolResult{call, ToolOutcome::ok(Value())});
  const Turn held = harness->handle(result);
  CHECK(held.handed_off);
  CHECK(held.say.empty());
  CHECK(harness->engine->handle(result).error().code == ErrorCode::kUnknownCall);
  CHECK((*harness->store->find_call("s1", call))->status == CallRecord::Status::kDone);
  CHECK(harness->handle(give_back(true)).say == Lines{"Back to where we were.", "Refunded."});
}

TEST_CASE("11.6 the conversation expires by its `ttl`, and the person's words keep it alive") {
  auto harness = handed_off();
  harness->clock->sleep_for(std::chrono::milliseconds(kHour - 1));
  CHECK(harness->handle(Request::from_person("s1", "Still looking.")).handed_off);
  harness->clock->sleep_for(std::chrono::milliseconds(kHour - 1));
  CHECK(harness->say("and?").handed_off);
  harness->clock->sleep_for(std::chrono::milliseconds(kHour));
  const Turn next = harness->say("news");
  CHECK_FALSE(next.handed_off);
  CHECK(next.reason == "expired");
  CHECK(next.say == Lines{"It has been a while.", "Subscribed."});
}

TEST_CASE("11.6 the limits of turns and of an intent's idle time do not apply while a person has the conversation") {
  for (const char* at_limit : {"handoff", "refuse", "roll_over"}) {
    INFO(at_limit);
    auto harness = handed_off(bot_with_session(std::string("{ttl: 1h, max_turns: 3, at_limit: ") + at_limit + "}"));
    for (int turn = 0; turn < 6; ++turn) {
      const Turn answer = harness->say("hello?");
      CHECK(answer.handed_off);
      CHECK(answer.reason.empty());
      CHECK(answer.continued);
    }
    CHECK(harness->handle(give_back(true)).waiting_for_param == "order_id");
    CHECK(harness->say("no idea").waiting_for_param == "order_id");
  }
  auto harness = handed_off(replaced(kTestBot, "  - id: track\n", "  - id: track\n    ttl: 5m\n"));
  harness->clock->sleep_for(std::chrono::milliseconds(10 * kMinute));
  CHECK(harness->say("hello?").handed_off);
}

TEST_CASE("11.6 a copy of the session is handed off as well, and can be given back by itself") {
  auto harness = handed_off();
  REQUIRE(fork_session(*harness->store, "s1", "s2", *harness->ids, harness->clock->now(), true));
  Request request = give_back(true);
  request.session = "s2";
  CHECK(harness->handle(request).waiting_for_param == "order_id");
  CHECK(harness->say("hello?").handed_off);
}

TEST_CASE("the state of a person survives a restart and a change of the bot") {
  auto store = create_memory_store();
  auto harness = handed_off(kTestBot, store);
  EngineHarness changed(store, replaced(kTestBot, "Which order?", "Which order, please?"));
  CHECK(changed.say("hello?").handed_off);
  CHECK(changed.handle(give_back(true)).say == Lines{"Back to where we were.", "Which order, please?"});

  auto other = handed_off(kTestBot, create_memory_store());
  EngineHarness without(other->store, R"(
parley: 1
bot: {id: desk}
intents: [{id: news, match: [{regex: news}], steps: [{say: None.}]}]
)");
  CHECK(without.say("hello?").handed_off);
  CHECK(without.handle(give_back(true)).say == Lines{"I am back. What else can I do for you?"});
}

TEST_CASE("the author of a message has limits") {
  auto harness = handed_off();
  CHECK(harness->engine->handle(Request::from_person("s1", "x", std::string(129, 'a'))).error().code ==
        ErrorCode::kInvalidRequest);
  SessionWrite write;
  write.messages = {{Role::kUser, "x", {}}};
  write.messages[0].details.author = "Ann";
  CHECK(harness->engine->handle(write_to_s1(write)).error().code == ErrorCode::kInvalidRequest);
  Request request = Request::text("s1", "x");
  request.details.author = "Ann";
  CHECK(harness->engine->handle(request).error().code == ErrorCode::kInvalidRequest);
}

TEST_CASE("the protocol has the event, the role and the author of a person") {
  const auto back = parse_request(R"({"session":"s1","event":"give_back","resume":true})");
  REQUIRE(back);
  CHECK(std::get<SessionEvent>(back->input) == SessionEvent::kGiveBack);
  CHECK(back->resume);
  const auto write = parse_request(
      R"({"session":"s1","write":{"messages":[{"role":"agent","text":"a"},{"role":"agent","author":"Ann","text":"b"}]}})");
  REQUIRE(write);
  const auto& messages = std::get<SessionWrite>(write->input).messages;
  CHECK(messages[0].role == Role::kAssistant);
  CHECK(messages[0].details.author == kAgent);
  CHECK(messages[1].details.author == "Ann");
  for (const char* wrong :
       {R"({"session":"s1","event":"give_back","resume":1})", R"({"session":"s1","text":"x","author":"Ann"})",
        R"({"session":"s1","write":{"messages":[{"role":"tool","text":"a"}]}})"}) {
    CHECK(parse_request(wrong).error().code == ErrorCode::kInvalidRequest);
  }
}

TEST_CASE("12.2 a session is greeted once, also after it expired, and not when it rolls over") {
  const std::string greeting = "\non_start: {steps: [{say: Hello.}]}\n";
  EngineHarness harness(create_memory_store(), kTestBot + greeting);
  CHECK(harness.handle(request_of_s1(SessionEvent::kStart)).say == Lines{"Hello."});
  CHECK(harness.say("news").say == Lines{"Subscribed."});
  harness.clock->sleep_for(std::chrono::milliseconds(kHour));
  CHECK(harness.say("news").say == Lines{"Hello.", "Subscribed."});
  harness.handle(request_of_s1(SessionEvent::kEnd));
  CHECK(harness.say("news").say == Lines{"Hello.", "Subscribed."});
  harness.handle(request_of_s1(SessionEvent::kReset));
  CHECK(harness.say("news").say == Lines{"Subscribed."});

  EngineHarness rolling(create_memory_store(), bot_with_session("{max_turns: 1, at_limit: roll_over}") + greeting);
  CHECK(rolling.say("news").say == Lines{"Hello.", "Subscribed."});
  const Turn next = rolling.say("news");
  CHECK(next.reason == "rolled_over");
  CHECK(next.say == Lines{"Subscribed."});
}

TEST_CASE("12.2 a caller that writes first does not use up the greeting") {
  EngineHarness harness(create_memory_store(), std::string(kTestBot) + "\non_start: {steps: [{say: Hello.}]}\n");
  SessionWrite write;
  write.title = "Chair";
  CHECK(harness.handle(write_to_s1(write)).say.empty());
  CHECK(harness.say("news", "m1").say == Lines{"Hello.", "Subscribed."});
  CHECK(harness.say("news", "m1").say == Lines{"Hello.", "Subscribed."});
  CHECK(harness.say("news").say == Lines{"Subscribed."});
}

}  // namespace
}  // namespace parley
