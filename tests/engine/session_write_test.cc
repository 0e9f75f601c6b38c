// What a host writes to a session itself (SessionWrite).
#include <algorithm>

#include "engine/desk.h"
#include "parley/protocol.h"

namespace parley {
namespace {

Request write(SessionWrite written, const std::string& id = "") {
  Request request;
  request.session = "s1";
  request.id = id;
  request.input = std::move(written);
  return request;
}

std::vector<std::string> texts(Desk& desk) {
  std::vector<std::string> lines;
  const auto messages = desk.store->messages("s1", 100);
  REQUIRE(messages.has_value());
  for (const Message& message : *messages) lines.push_back(std::string(to_string(message.role)) + ": " + message.text);
  return lines;
}

TEST_CASE("a host appends a message after a handoff, and the next turn follows it") {
  Desk desk;
  desk.say("refund");
  SessionWrite written;
  written.messages = {{Role::kAssistant, "This is Ann.", {}}, {Role::kUser, "hello Ann", {}}};
  written.messages[0].details.tool = "desk";
  const Turn turn = desk.handle(write(written, "m1"));
  CHECK(turn.seq == 2);
  CHECK(turn.say.empty());
  CHECK(turn.status == TurnStatus::kWaiting);
  CHECK(turn.waiting_for_param == "order_id");
  CHECK(texts(desk) == std::vector<std::string>{"user: refund", "assistant: Refund which?", "assistant: This is Ann.",
                                                "user: hello Ann"});
  CHECK(desk.store->messages("s1", 2)->front().details.tool == "desk");

  CHECK(desk.handle(write(written, "m1")).duplicate);
  CHECK(texts(desk).size() == 4);
  CHECK(desk.say("O-12345").seq == 3);
}

TEST_CASE("a host's text holds no more of what is private than the user's would") {
  Desk desk;
  desk.say("pay");
  SessionWrite written;
  written.messages = {{Role::kUser, "4111 1111 1111 1111", {}}, {Role::kAssistant, "Is it 4111111111111111?", {}}};
  desk.handle(write(written));
  for (const std::string& line : texts(desk)) {
    CHECK(line.find("4111") == std::string::npos);
  }
}

TEST_CASE("a session begins with the host's title, tags and system prompt before its first message") {
  Desk desk;
  SessionWrite written;
  written.title = "Chair, from ann@shop.example";
  written.tags = {"web", "vip", "web"};
  written.system_prompt = "You are brief.";
  written.metadata = {{"channel", Value("web")}};
  const Turn turn = desk.handle(write(written));
  CHECK(turn.seq == 1);
  CHECK_FALSE(turn.continued);
  const auto summary = desk.store->summary("s1");
  REQUIRE((summary.has_value() && summary->has_value()));
  const SessionNotes& notes = (*summary)->notes;
  CHECK(notes.title.find("ann@") == std::string::npos);
  CHECK(notes.tags == std::vector<std::string>{"vip", "web"});
  CHECK(notes.metadata.at("system_prompt") == Value(Value::Object{{"text", "You are brief."}, {"turn", 1}}));
  CHECK(notes.metadata.at("channel") == Value("web"));
  CHECK(desk.say("news").seq == 2);

  CHECK(desk.engine->handle(write(written)).error().code == ErrorCode::kInvalidRequest);
  CHECK((*desk.store->load("s1"))->turns == 2);
}

std::string desk_that_detects(const std::string& pattern) {
  std::string bot = kDeskBot;
  const std::string entities = "entities:\n", detected = "detect: [email]";
  bot.replace(bot.find(entities), entities.size(), entities + "  mark: {patterns: ['" + pattern + "']}\n");
  return bot.replace(bot.find(detected), detected.size(), "detect: [mark]");
}

SessionNotes notes_of_s1(Desk& desk) {
  const auto summary = desk.store->summary("s1");
  REQUIRE((summary && *summary));
  return (*summary)->notes;
}

SessionWrite prompt_of(const char* prompt) {
  SessionWrite written;
  written.system_prompt = prompt;
  return written;
}

TEST_CASE("F18: the host's system prompt is the first message of a model's context and none of an agent's") {
  Desk desk;
  desk.handle(write(prompt_of("You are brief. Write to boss@shop.example.")));
  desk.say("news");
  const auto made = desk.engine->context("s1", {Consumer::kLlm});
  REQUIRE(made);
  CHECK(made->context.system_prompt == "You are brief. Write to {email}.");
  const Value shown = render_json(made->context);
  CHECK(*shown.at_path("0.role")->if_string() == "system");
  CHECK(*shown.at_path("0.content")->if_string() == "You are brief. Write to {email}.");
  CHECK(*shown.at_path("1.role")->if_string() == "user");
  CHECK(render_text(made->context).find("system: You are brief.") == 0);
  CHECK(desk.engine->context("s1", {Consumer::kAgent})->context.system_prompt.empty());
}

TEST_CASE("a system prompt that a host writes is stored without private values, as the rest of its notes") {
  Desk desk;
  SessionWrite written = prompt_of("Write to boss@shop.example about 4111 1111 1111 1111.");
  written.intent = "pay";
  written.params = {{"card", Value("5500 0000 0000 0004")}};
  written.metadata = {{"last", Value("card 5500-0000-0000-0004")}};
  desk.handle(write(written));
  const std::string notes = Value(notes_of_s1(desk).metadata).to_json();
  CHECK(notes == R"({"last":"card {card}","system_prompt":{"text":"Write to {email} about {card}.","turn":1}})");
}

TEST_CASE("a system prompt repeats no private value that the same write gives a param") {
  std::string bot = kDeskBot;
  const std::string type = "type: credit_card";
  bot.replace(bot.find(type), type.size(), "type: free_text");
  Desk desk(memory_store(), bot);
  SessionWrite written = prompt_of("The password is Swordfish Lagoon.");
  written.title = "About Swordfish Lagoon";
  written.intent = "pay";
  written.params = {{"card", Value("Swordfish Lagoon")}};
  desk.handle(write(written));
  CHECK(notes_of_s1(desk).title == "About {card}");
  CHECK(notes_of_s1(desk).metadata.at("system_prompt").find("text")->to_text() == "The password is {card}.");
}

TEST_CASE("a private type that matches the number of a turn loses no system prompt") {
  Desk desk(memory_store(), desk_that_detects("1|turn|text|system_prompt"));
  desk.handle(write(prompt_of("Be brief. Offer 1 refund.")));
  SessionNotes notes = notes_of_s1(desk);
  const Value stored = Value::Object{{"text", "Be brief. Offer {mark} refund."}, {"turn", 1}};
  CHECK(notes.metadata.at("system_prompt") == stored);
  notes.tags = {"web"};
  REQUIRE(*desk.engine->annotate("s1", notes));
  CHECK(notes_of_s1(desk).metadata.at("system_prompt") == stored);
  CHECK(desk.engine->context("s1")->context.system_prompt == "Be brief. Offer {mark} refund.");
  notes.metadata["system_prompt"] = "Offer 1 refund.";
  REQUIRE(*desk.engine->annotate("s1", notes));
  CHECK(desk.engine->context("s1")->context.system_prompt == "Offer {mark} refund.");
}

TEST_CASE("a system prompt is counted when a context of an engine is full") {
  Desk desk;
  std::string prompt;
  for (int i = 0; i < 400; ++i) prompt += "Promise nothing. ";
  desk.handle(write(prompt_of(prompt.c_str())));
  const auto refused = desk.engine->context("s1", {Consumer::kClassifier});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kLimitExceeded);
  const auto made = desk.engine->context("s1", {Consumer::kLlm});
  REQUIRE(made);
  CHECK(made->context.system_prompt == prompt);
  CHECK(made->context.tokens > 1'000);
  CHECK(made->context.tokens <= made->context.max_tokens);
}

TEST_CASE("the system prompt of an ended conversation is not the next one's, unless the host notes it on the session") {
  Desk desk;
  desk.handle(write(prompt_of("You are brief.")));
  desk.say("news");
  const auto prompt = [&](bool history = false) {
    const auto made = desk.engine->context("s1", {Consumer::kLlm, 0, history});
    if (!made) FAIL(made.error().to_string());
    return made->context.system_prompt;
  };
  CHECK(prompt() == "You are brief.");
  desk.clock->sleep_for(2 * 3'600'000);
  CHECK(prompt(/*history=*/true) == "You are brief.");  // of the newest conversation, which is over
  desk.say("news");
  CHECK(prompt().empty());
  CHECK(prompt(/*history=*/true).empty());

  SessionNotes notes = (*desk.store->summary("s1"))->notes;
  notes.tags = {"web"};
  REQUIRE(*desk.engine->annotate("s1", notes));
  CHECK(prompt().empty());
  notes.metadata["system_prompt"] = "You are kind.";
  REQUIRE(*desk.engine->annotate("s1", notes));
  CHECK(prompt() == "You are kind.");
  desk.clock->sleep_for(2 * 3'600'000);
  desk.say("news");
  CHECK(prompt() == "You are kind.");
}

TEST_CASE("a session that goes on from another has no system prompt of its parent's, a fork has") {
  Desk desk;
  desk.handle(write(prompt_of("You are brief.")));
  desk.say("news");
  Request child = Request::text("s2", "news");
  child.parent = "s1";
  desk.handle(child);
  const auto joined = desk.engine->context("s2");
  REQUIRE(joined);
  CHECK(joined->context.messages.size() == 8);  // with those of the parent
  CHECK(joined->context.system_prompt.empty());
  REQUIRE(fork_session(*desk.store, "s1", "s3", *desk.ids, desk.clock->now()));
  CHECK(desk.engine->context("s3")->context.system_prompt == "You are brief.");
}

TEST_CASE("a host merges params, and the awaited one is no longer asked for") {
  Desk desk;
  desk.tool("orders.track", in_lyon);
  desk.say("track my order");
  SessionWrite written;
  written.params = {{"order_id", Value("o12345")}};
  const Turn turn = desk.handle(write(written));
  CHECK(turn.params.at("order_id") == Value("O-12345"));
  CHECK_FALSE(turn.waiting_for_param);
  CHECK(turn.steps.empty());
  CHECK(desk.say("so?").say == std::vector<std::string>{"O-12345 is in Lyon."});
}

TEST_CASE("F39: a host's params are merged with those that are known, which it replaces by name alone") {
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
  Desk desk(memory_store(), bot);
  for (const char* text : {"book a room", "Thun", "2"}) desk.say(text);
  SessionWrite written;
  written.params = {{"guests", Value(3)}};
  const Turn turn = desk.handle(write(written));
  CHECK(turn.params == Value::Object{{"city", "Thun"}, {"guests", 3}});
  CHECK(turn.waiting_for_param == "night");
}

TEST_CASE("a session whose question the host has dropped or answered is not done: its intent is open") {
  Desk desk;
  desk.tool("orders.track", in_lyon);
  desk.say("track my order");
  SessionWrite dropped;
  dropped.waiting_for_param = "";
  const Turn turn = desk.handle(write(dropped));
  CHECK(turn.status == TurnStatus::kWaiting);
  CHECK(turn.intent == "track");
  CHECK_FALSE(turn.waiting_for_param);
  CHECK(desk.store->load("s1")->value().frames.size() == 1);

  SessionWrite filled;
  filled.params = {{"order_id", Value("o12345")}};
  CHECK(desk.handle(write(filled)).status == TurnStatus::kWaiting);
  CHECK(desk.say("so?").status == TurnStatus::kDone);
  SessionWrite note;
  note.messages = {{Role::kAssistant, "Bye.", {}}};
  CHECK(desk.handle(write(note)).status == TurnStatus::kDone);
}

TEST_CASE("a host sets and drops the question that is open") {
  Desk desk;
  desk.tool("orders.track", in_lyon);
  SessionWrite asked;
  asked.intent = "track";
  asked.waiting_for_param = "order_id";
  asked.messages = {{Role::kAssistant, "Which order is it?", {}}};
  const Turn turn = desk.handle(write(asked));
  CHECK(turn.status == TurnStatus::kWaiting);
  CHECK(turn.intent == "track");
  CHECK(turn.waiting_for_param == "order_id");
  CHECK(turn.say.empty());

  SessionWrite dropped;
  dropped.waiting_for_param = "";
  CHECK_FALSE(desk.handle(write(dropped)).waiting_for_param);
  CHECK_FALSE((*desk.store->load("s1"))->waiting);

  desk.handle(write(asked));
  CHECK(desk.say("it is O-12345").say == std::vector<std::string>{"O-12345 is in Lyon."});
}

TEST_CASE("a host's write that does not fit the bot is refused as a whole") {
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
    Desk desk;
    desk.say("track my order");
    INFO(one.name);
    const auto answer = desk.engine->handle(write(one.written));
    REQUIRE_FALSE(answer.has_value());
    CHECK(answer.error().code == ErrorCode::kInvalidRequest);
    CHECK(answer.error().message.find(one.says) != std::string::npos);
    CHECK(texts(desk).size() == 2);
    CHECK((*desk.store->load("s1"))->turns == 1);
  }
}

TEST_CASE("a host writes messages while a tool call is open, and no params") {
  Desk desk;
  desk.say("track my order");
  REQUIRE(desk.say("O-12345").status == TurnStatus::kToolCall);
  SessionWrite message;
  message.messages = {{Role::kAssistant, "One moment.", {}}};
  CHECK(desk.handle(write(message)).status == TurnStatus::kToolCall);
  SessionWrite params;
  params.params = {{"order_id", Value("O-54321")}};
  CHECK(desk.engine->handle(write(params)).error().message.find("tool call is open") != std::string::npos);
}

TEST_CASE("a host prunes to a number of turns, and parts no call from its result") {
  Desk desk;
  desk.say("news");
  desk.say("track my order");
  const Turn called = desk.say("O-12345");
  Request result;
  result.session = "s1";
  result.input = ToolResult{std::get<ToolCall>(called.steps.back()).call_id, in_lyon({})};
  desk.handle(result);
  desk.say("news");

  SessionWrite two;
  two.keep_turns = 2;  // would begin with the result
  desk.handle(write(two));
  auto messages = *desk.store->messages("s1", 100);
  CHECK(messages.front().turn == 3);
  const auto state = *desk.store->load("s1");
  CHECK(state->trimmed == messages.front().seq - 1);
  std::int64_t bytes = 0;
  for (const Message& message : messages) bytes += static_cast<std::int64_t>(message.text.size());
  CHECK(state->bytes == bytes);

  SessionWrite one;
  one.keep_turns = 1;
  desk.handle(write(one));
  CHECK(desk.store->messages("s1", 100)->empty());
  CHECK(desk.say("news").seq == 8);
}

TEST_CASE("a host's prune keeps the question that is open") {
  Desk desk;
  desk.say("news");
  desk.say("track my order");
  SessionWrite note;
  note.messages = {{Role::kAssistant, "Still here?", {}}};
  for (int i = 0; i < 3; ++i) {
    desk.clock->sleep_for(1'000);
    desk.handle(write(note));
  }
  SessionWrite prune;
  prune.keep_turns = 1;
  desk.handle(write(prune));
  CHECK(texts(desk).front() == "user: track my order");
}

TEST_CASE("telemetry is told of a host's write") {
  Desk desk;
  SessionWrite written;
  written.messages = {{Role::kAssistant, "hello", {}}};
  desk.handle(write(written));
  const auto lines = desk.events();
  const bool is_told = std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find("\"received\"") != std::string::npos && line.find("\"write\"") != std::string::npos;
  });
  CHECK(is_told);
}

TEST_CASE("the protocol carries a host's write") {
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
