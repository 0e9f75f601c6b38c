// Tests the requirements on questions, params and private values (docs/memory.md, X47 to X57).
#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

namespace {

const char* const kStarsBot = R"(
parley: 1
bot: {id: stars}
entities:
  order_id: {patterns: ['\b[Oo]-?(?P<value>\d{5})\b'], canonical: 'O-{value}'}
tools:
  stars.give: {kind: host}
  letters.send: {kind: mock, result: {sent: true}}
intents:
  - id: rate
    match: [{regex: '\brate'}]
    params:
      order_id: {type: order_id, required: true, ask: "Which order?"}
      stars: {type: number, required: true, ask: "How many stars?", validate: [{le: 5, else: "Five at most."}]}
      again: {type: boolean, required: true, ask: "Would you come again?"}
    confirm: "{stars} stars for {order_id}?"
    steps:
      - tool: stars.give
        with: {order: '{order_id}', stars: '{stars}', again: '{again}'}
      - say: Thanks.
  - id: letter
    match: [{regex: '\bletter'}]
    params:
      email: {type: email, required: true, scope: session, ask: "Your address?"}
    steps: [{tool: letters.send, with: {to: '{email}'}}, {say: "Sent to {email}."}]
  - id: hours
    match: [{regex: '\bopen'}]
    steps: [{say: From noon.}]
session: {ttl: 3h, question_ttl: 30m}
fallback: {say: "Pardon?"}
)";

EngineHarness stars_harness() { return EngineHarness(create_memory_store(), kStarsBot); }

SessionState state_of(const EngineHarness& harness) { return harness.store->load("s1")->value(); }

// Returns the question, its attempt and the known params, for example "rate stars 2: order_id=O-12345".
std::string standing(const EngineHarness& harness) {
  const SessionState state = state_of(harness);
  if (state.frames.empty()) return "nothing";
  std::string text = state.frames.back().intent;
  if (state.waiting) text += " " + state.waiting->param() + " " + std::to_string(state.waiting->attempt) + ":";
  for (const auto& [name, filled] : state.frames.back().params) text += " " + name + "=" + filled.value.to_text();
  return text;
}

}  // namespace

TEST_CASE("X47: a sensitive value is in no message, title, search, summary or telemetry", "[topics]") {
  const std::string bot = std::string(kTestBot) + "memory: {strategy: summary, topics: {}}\n";
  EngineHarness harness(create_memory_store(), bot);
  const std::string card = "4111 1111 1111 1111";
  harness.say("pay");
  harness.say(card);
  SessionNotes notes;
  notes.title = "Paid with " + card;
  notes.metadata = {{"card", card}};
  REQUIRE(*harness.engine->annotate("s1", notes));
  harness.say("pay");
  harness.say("it is 4111 1111 1111 1112");  // not a valid card number, but still withheld

  const auto is_clean = [](const std::string& text) { return text.find("1111") == std::string::npos; };
  REQUIRE(harness.store->messages("s1", 100)->size() > 2);
  for (const Message& message : *harness.store->messages("s1", 100)) CHECK(is_clean(message.text));
  for (const std::string& line : harness.events()) CHECK(is_clean(line));
  CHECK(harness.store->search({"1111", 10, {}})->empty());
  const SessionInfo summary = harness.store->summary("s1")->value();
  CHECK(is_clean(title_of(summary)));
  CHECK(is_clean(Value(summary.notes.metadata).to_json()));
  CHECK(harness.say("cancel").params.empty());
  CHECK(state_of(harness).frames.empty());  // a frame holds the number only while its intent is open
  CHECK(state_of(harness).params.empty());

  // Data derived from the conversation, and its export.
  REQUIRE(harness.engine->compact("s1")->done);
  REQUIRE(harness.engine->topics("s1"));
  CHECK(is_clean(render_text(harness.engine->context("s1")->context)));
  const auto items = *harness.store->items("s1");
  CHECK(items.size() == 2);
  for (const ItemInfo& info : items) CHECK(is_clean(harness.store->item("s1", info.name)->value().bytes));
  int lines = 0;
  REQUIRE(export_sessions(*harness.store, {}, [&](std::string_view line) {
    ++lines;
    CHECK(is_clean(std::string(line)));
    return true;
  }));
  CHECK(lines > 0);
}

TEST_CASE("X48: a question records its intent, plan, wording, attempt and time, and expires") {
  EngineHarness harness = stars_harness();
  harness.say("rate");
  PendingInput waiting = *state_of(harness).waiting;
  CHECK(waiting.kind() == PendingInput::Kind::kParam);
  CHECK(waiting.intent == "rate");
  CHECK(waiting.param() == "order_id");
  CHECK(waiting.plan == 1);
  CHECK(waiting.prompt_id == "rate.order_id.1");
  CHECK(waiting.attempt == 1);
  CHECK(waiting.asked_at == 1'000'000);
  CHECK(waiting.expires_at == 1'000'000 + 30 * kMinute);
  CHECK(waiting.config_hash == harness.catalog->fingerprint());
  harness.say("hm");
  CHECK(state_of(harness).waiting->attempt == 2);

  harness.say("letter");  // this intent asks another question
  waiting = *state_of(harness).waiting;
  CHECK(waiting.intent == "letter");
  CHECK(waiting.plan == 2);
  harness.say("a@b.com");
  CHECK(standing(harness) == "rate order_id 2:");

  harness.clock->set(harness.clock->now() + 30 * kMinute);
  CHECK(harness.say("o12345").say == Lines{"Pardon?"});
  CHECK_FALSE(state_of(harness).waiting.has_value());
}

TEST_CASE("X48: a pending call belongs to one plan and one step") {
  EngineHarness harness(create_memory_store(), replaced(kStarsBot, "      - tool: stars.give",
                                                        "      - say: One moment.\n      - tool: stars.give"));
  for (const char* text : {"rate o12345", "4", "yes"}) {
    harness.say(text);
    CHECK(!state_of(harness).waits_for<ToolWait>());  // no step has run: the bot still collects and confirms params
  }
  const Turn turn = harness.say("yes");
  REQUIRE(turn.status == TurnStatus::kToolCall);
  const PendingInput waiting = *state_of(harness).waiting;
  REQUIRE(waiting.kind() == PendingInput::Kind::kTool);
  CHECK(waiting.intent == "rate");
  CHECK(waiting.plan == 1);
  CHECK(to_string(std::get<ToolWait>(waiting.awaited).step().value()) == "1");
  REQUIRE(waiting.call());
  CHECK(waiting.call()->call_id == std::get<ToolCall>(turn.steps.back()).call_id);
}

TEST_CASE("X49: while a question is open, the possible meanings of a message are tried in a fixed order") {
  // Each message has two possible meanings. The meaning that comes first in the fixed order applies.
  const char* const bot = R"(
parley: 1
bot: {id: order}
entities:
  order_id: {patterns: ['\b[Oo]-?(?P<value>\d{5})\b'], canonical: 'O-{value}'}
  way: {values: {mail: [mail], note: [note, paper]}}
intents:
  - id: rate
    match: [{regex: '\brate'}]
    params:
      why: {type: free_text, required: true, ask: "Why?"}
      stars: {type: number, required: true, ask: "How many stars?"}
      nights: {type: number, required: true, ask: "How many nights?"}
      order_id: {type: order_id, required: true, ask: "Which order?"}
    steps: [{say: Thanks.}]
  - id: letter
    match: [{regex: '\bletter'}]
    params:
      by: {type: way, required: true, ask: "Mail or a note?"}
      email: {type: email, required: true, ask: "Your address?"}
      order_id: {type: order_id}
    steps: [{say: Sent.}]
  - id: note
    match: [{regex: '\bnote'}]
    params:
      email: {type: email, required: true, ask: "Your address?"}
    steps: [{say: Noted.}]
  - id: track
    match: [{regex: '\b(track|o\d{5})\b'}]
    steps: [{say: On its way.}]
fallback: {say: "Pardon?"}
)";
  struct Case {
    const char* first;
    const char* second;
    Lines before;
    const char* asked;  // the open question before the message
    const char* text;
    const char* then;
  };
  for (const Case& c : std::vector<Case>{
           {"command", "answer", {"rate"}, "rate why 1:", "cancel", "nothing"},
           {"command", "answer", {"rate"}, "rate why 1:", "start over", "nothing"},
           {"word about the question", "answer", {"rate"}, "rate why 1:", "why do you need that?", "rate why 1:"},
           {"answer",
            "other param",
            {"rate", "dirt"},
            "rate stars 1: why=dirt",
            "4",
            "rate nights 1: stars=4 why=dirt"},
           {"answer", "another intent", {"letter"}, "letter by 1:", "note", "letter email 1: by=note"},
           {"answer",
            "answer to an interrupted question",
            {"letter", "mail", "note"},
            "note email 1:",
            "a@b.com",
            "letter email 1: by=mail"},
           {"other param",
            "answer to an interrupted question",
            {"rate", "dirt", "4", "2", "letter"},
            "letter by 1:",
            "o54321",
            "letter by 1: order_id=O-54321"},
           {"other param", "another intent", {"letter"}, "letter by 1:", "o54321", "letter by 1: order_id=O-54321"},
           {"answer to an interrupted question",
            "another intent",
            {"rate", "dirt", "4", "2", "note"},
            "note email 1:",
            "o54321",
            "note email 1:"},
           {"another intent", "not understood", {"rate", "dirt"}, "rate stars 1: why=dirt", "note", "note email 1:"},
           {"not understood", "nothing", {"rate", "dirt"}, "rate stars 1: why=dirt", "hm", "rate stars 2: why=dirt"},
       }) {
    INFO(c.first << " before " << c.second << ": " << c.text);
    EngineHarness harness(create_memory_store(), bot);
    for (const std::string& text : c.before) harness.say(text);
    CHECK(standing(harness) == c.asked);
    const Turn turn = harness.say(c.text);
    INFO(Value(Value::Array(turn.say.begin(), turn.say.end())).to_json());
    CHECK(standing(harness) == c.then);
  }
}

TEST_CASE("X50: a param lives as long as its intent, or as long as its conversation if the bot says so") {
  EngineHarness harness = stars_harness();
  harness.tool("stars.give", found_in_lyon);
  harness.say("rate o12345");
  harness.say("4");
  harness.say("yes");
  CHECK(harness.say("yes").say == Lines{"Thanks."});
  CHECK(harness.say("rate").waiting_for_param == "order_id");  // the previous value is not reused
  harness.say("cancel");

  harness.say("letter");
  harness.say("a@b.com");
  CHECK(harness.say("letter").say == Lines{"Sent to a@b.com."});
  harness.clock->set(harness.clock->now() + 180 * kMinute);
  CHECK(harness.say("letter").waiting_for_param == "email");
}

TEST_CASE("X51: a tool gets the arguments that its step names and nothing else from the session") {
  EngineHarness harness = stars_harness();
  std::vector<Value::Object> calls;
  harness.tool("stars.give", [&](const ToolCall& call) {
    calls.push_back(call.args);
    return found_in_lyon(call);
  });
  harness.say("letter");
  harness.say("a@b.com");
  harness.say("rate o12345");
  harness.say("4");
  harness.say("yes");
  harness.say("yes");
  CHECK(calls == std::vector<Value::Object>{{{"again", true}, {"order", "O-12345"}, {"stars", 4}}});
}

TEST_CASE("X52: an answer of 0 or no fills its param, and the bot does not ask for it again") {
  EngineHarness harness = stars_harness();
  harness.say("rate o12345");
  CHECK(harness.say("0").waiting_for_param == "again");
  CHECK(harness.say("no").say == Lines{"0 stars for O-12345?"});
  CHECK(standing(harness) == "rate  1: again=false order_id=O-12345 stars=0");
}

TEST_CASE("X52: later steps can use 0, false and the empty text from a tool's result") {
  EngineHarness harness(create_memory_store(), R"(
parley: 1
bot: {id: notes}
tools:
  notes.read: {kind: host}
  notes.send: {kind: host}
intents:
  - id: note
    match: [{regex: '\bnote'}]
    steps:
      - {tool: notes.read, save: {title: result.title, pages: result.pages, read: result.read}}
      - {tool: notes.send, with: {title: '{title}', pages: '{pages}', read: '{read}'}}
      - say: Noted.
)");
  const Value::Object result{{"pages", 0}, {"read", false}, {"title", ""}};
  harness.tool("notes.read", [&](const ToolCall&) { return ToolOutcome::ok(Value(result)); });
  std::vector<Value::Object> calls;
  harness.tool("notes.send", [&](const ToolCall& call) {
    calls.push_back(call.args);
    return found_in_lyon(call);
  });
  CHECK(harness.say("note").say == Lines{"Noted."});
  CHECK(calls == std::vector<Value::Object>{result});
}

TEST_CASE(
    "X53: a value is stored with its turn, only a valid value replaces it, and then the bot asks for confirmation "
    "again") {
  EngineHarness harness = stars_harness();
  harness.say("rate o12345");
  harness.say("4");
  harness.say("yes");
  const auto stars = [&] { return state_of(harness).frames.back().params.at("stars"); };
  CHECK(stars() == FilledParam{4, 2});
  harness.say("no, 9 stars");
  CHECK(stars() == FilledParam{4, 2});
  CHECK(harness.say("no, 3 stars").say.back() == "3 stars for O-12345?");
  CHECK(stars() == FilledParam{3, 5});
  CHECK_FALSE(state_of(harness).frames.back().confirmed);

  // A change of any value voids the confirmation: the tool is not called with the new value before another yes.
  const Turn called = harness.say("yes");
  REQUIRE(called.status == TurnStatus::kToolCall);
  CHECK(state_of(harness).frames.back().confirmed);
  Request rejected;
  rejected.session = "s1";
  rejected.input = ToolResult{std::get<ToolCall>(called.steps.back()).call_id,
                              ToolOutcome::rejected({{"stars", "Two at most today."}})};
  CHECK(harness.handle(rejected).waiting_for_param == "stars");
  CHECK(harness.say("2").say == Lines{"2 stars for O-12345?"});
  CHECK(stars() == FilledParam{2, 8});
  CHECK_FALSE(state_of(harness).frames.back().confirmed);
  const Turn again = harness.say("yes");
  REQUIRE(again.status == TurnStatus::kToolCall);
  CHECK(std::get<ToolCall>(again.steps.back()).args.at("stars") == Value(2));
}

TEST_CASE("X54: a question is asked three times, and then the conversation is handed off") {
  EngineHarness harness = stars_harness();
  harness.say("rate");
  CHECK(harness.say("hm").status == TurnStatus::kWaiting);
  CHECK(harness.say("hm").status == TurnStatus::kWaiting);
  const Turn last = harness.say("hm");
  CHECK(last.status == TurnStatus::kHandoff);
  CHECK(std::get<Handoff>(last.steps.back()).reason == "exhausted");
}

TEST_CASE("X56: a session continues with a changed bot without an error") {
  struct Case {
    const char* what;
    const char* piece;
    const char* other;
    const char* then;
  };
  for (const Case& c : {
           Case{"nothing", "From noon", "From noon", "rate again 1: order_id=O-12345 stars=4"},
           Case{"a wording", "How many stars?", "Stars?", "rate again 1: order_id=O-12345 stars=4"},
           Case{"the validation of a param", "le: 5", "le: 3", "rate stars 2: order_id=O-12345"},
           Case{"the question", "      stars: {type", "      points: {formerly: stars, type",
                "rate again 1: order_id=O-12345 points=4"},
           Case{"the intent", "id: rate", "id: judge", "nothing"},
       }) {
    INFO(c.what);
    EngineHarness before = stars_harness();
    before.say("rate o12345");
    std::string bot = replaced(kStarsBot, c.piece, c.other);
    if (bot.find("points:") != std::string::npos) {
      bot = replaced(replaced(bot, "'{stars}'", "'{points}'"), "{stars} stars", "{points} stars");
    }
    EngineHarness after(before.store, bot);
    after.say("4");
    CHECK(standing(after) == c.then);
    CHECK(state_of(after).config_hash == after.catalog->fingerprint());
    CHECK((state_of(before).config_hash == before.catalog->fingerprint()) == (std::string(c.what) == "nothing"));
  }
}

TEST_CASE(
    "X57: a regex in double quotes, where YAML turns \\b into a backspace, is refused, and the error gives its "
    "position and the correction") {
  const auto refused = Catalog::parse(replaced(kStarsBot, "'\\brate'", "\"\\brate\""), "stars.yaml");
  REQUIRE_FALSE(refused);
  REQUIRE(refused.error().diagnostics.size() == 1);
  const Diagnostic& found = refused.error().diagnostics.front();
  CHECK(found.code == "E402");
  CHECK(found.line == 11);
  CHECK(found.column == 22);
  CHECK(found.hint.find("use single quotes") != std::string::npos);
}
