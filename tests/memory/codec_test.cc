// Tests the codec: any data is restored from JSON unchanged, and invalid JSON is refused.
#include "memory/codec.h"

#include <catch2/catch.hpp>

#include "tests/conformance/conversation.h"
#include "tests/memory/state_generators.h"

using namespace parley;
using conformance::same_turn;
using memory::state_from_json;
using memory::turn_from_json;
using memory::turn_from_value;

namespace {

std::string state_json(const SessionState& state) {
  std::string json;
  memory::append_state_json(json, state);
  return json;
}

std::string turn_json(const Turn& turn, std::optional<std::uint16_t> input_hash = {}) {
  std::string json;
  memory::append_turn_json(json, {turn, true, input_hash});
  return json;
}

}  // namespace

TEST_CASE("any state is restored from its JSON unchanged") {
  CHECK(rc::check([] {
    const auto state = test::Any::make<SessionState>();
    const auto read = state_from_json(state_json(state));
    RC_ASSERT(read.has_value());
    RC_ASSERT(*read == state);
  }));
}

TEST_CASE("the hash of an input has 16 bits in the JSON of a turn") {
  const auto read = [](const std::string& json) { return turn_from_json(json, "s", "m", 1); };
  for (const std::uint16_t hash : {0, 1, 65535}) CHECK(read(turn_json({}, hash))->input_hash == hash);
  CHECK_FALSE(read(turn_json({}))->input_hash);
  for (const char* json : {R"({"status":"done","input_hash":65536})", R"({"status":"done","input_hash":-1})",
                           R"({"status":"done","input_hash":"1"})"}) {
    INFO(json);
    REQUIRE_FALSE(read(json));
    CHECK(read(json).error().code == ErrorCode::kStoreCorrupt);
  }
}

TEST_CASE("any turn is restored from its JSON unchanged") {
  CHECK(rc::check([] {
    const auto turn = test::Any::make<Turn>();
    const auto stored = turn_from_json(turn_json(turn), turn.session, turn.id, turn.seq);
    RC_ASSERT(stored.has_value());
    RC_ASSERT(same_turn(stored->turn, turn));
    const auto answer = turn_from_value(memory::turn_to_value(turn));
    RC_ASSERT(answer.has_value());
    RC_ASSERT(same_turn(*answer, turn));
    const auto line = Value::parse(memory::turn_to_value(turn).to_json());
    RC_ASSERT(line.has_value());
    const auto from_line = turn_from_value(*line);
    RC_ASSERT(from_line.has_value());
    RC_ASSERT(same_turn(*from_line, turn));
  }));
}

TEST_CASE("any notes are restored from their JSON unchanged") {
  CHECK(rc::check([] {
    const auto notes = test::Any::make<SessionNotes>();
    std::string json;
    memory::append_notes_json(json, notes);
    const auto read = memory::notes_from_json(json);
    RC_ASSERT(read.has_value());
    RC_ASSERT(*read == notes);
  }));
}

TEST_CASE("if a state does not record the start of its conversation, the conversation began with the session") {
  const auto state = state_from_json(R"({"session":"s","created_at":5})");
  REQUIRE(state);
  CHECK(state->began_at == 5);
  CHECK(state->began_turn == 1);
}

TEST_CASE("a state from a version that did not store unclear values of queued intents is read unchanged") {
  const char* const stored =
      R"({"session":"a","version":1,"continuation_id":"b7f319ef54bca374d40c706f32a1b5c4","bot":"desk","turns":1,)"
      R"("messages":4,"bytes":66,"plans":1,"calls":1,"created_at":1772442000000,"updated_at":1772442000000,)"
      R"("frames":[{"intent":"pay","plan":1,"params":{"amount":{"value":5,"turn":1}},"saved":{"price":1},)"
      R"("checked":["amount"]}],"waiting":{"kind":"confirm","intent":"pay","plan":1,"prompt_id":"pay.confirm",)"
      R"("asked_at":1772442000000},"last_intent":"pay","last_result":{"price":1},)"
      R"("queue":[{"intent":"order","params":{"count":{"value":99,"turn":1}}}],"steps":1})";
  const auto state = state_from_json(stored);
  REQUIRE(state);
  REQUIRE(state->queue.size() == 1U);
  CHECK(state->queue[0].params.at("count") == FilledParam{99, 1});
  CHECK(state->queue[0].unclear.empty());
  CHECK(state->queue[0].refused.empty());
  CHECK(state->frames[0].checked == std::vector<std::string>{"amount"});
  CHECK(state->frames[0].facts.empty());
  CHECK(state_json(*state) == stored);
}

TEST_CASE("the JSON of a turn is the response object of the protocol") {
  Turn turn;
  turn.session = "s1";
  turn.id = "m1";
  turn.seq = 1;
  turn.continuation_id = "c1";
  CHECK(memory::turn_to_value(turn).to_json() ==
        R"({"continuation_id":"c1","continued":false,"duplicate":false,"id":"m1","intent":null,"params":{},"say":[],)"
        R"("seq":1,"session":"s1","status":"done","steps":[],"waiting_for_param":null})");

  const std::pair<Step, const char*> steps[] = {
      {AskUser{"order_id", "Which order?", 1, {}},
       R"({"ask_user":{"attempt":1,"param":"order_id","prompt":"Which order?"}})"},
      {ToolCall{"c", "refunds.create", {{"order", "O-1"}}, "k"},
       R"({"tool_call":{"args":{"order":"O-1"},"call_id":"c","idempotency_key":"k","name":"refunds.create"}})"},
      {Confirm{"Sure?", {{"order_id", "O-1"}}, 2},
       R"({"confirm":{"attempt":2,"params":{"order_id":"O-1"},"prompt":"Sure?"}})"},
      {Confirm{"Sure?", {{"order_id", "O-1"}}, 1, {"yes", "no"}},
       R"({"confirm":{"attempt":1,"options":["yes","no"],"params":{"order_id":"O-1"},"prompt":"Sure?"}})"},
      {Say{"Done."}, R"({"say":"Done."})"},
      {Say{"See:", {{.kind = Attachment::Kind::kLink, .url = "https://a.example/", .title = "A"}}},
       R"({"attachments":[{"title":"A","type":"link","url":"https://a.example/"}],"say":"See:"})"},
      {Confirm{"Sure?", {}, 1, {}, {{.kind = Attachment::Kind::kButtons, .buttons = {{"Yes", "yes"}}}}},
       R"({"confirm":{"attachments":[{"buttons":[{"label":"Yes","message":"yes"}],"type":"buttons"}],)"
       R"("attempt":1,"params":{},"prompt":"Sure?"}})"},
      {AskUser{"size", "Which size?", 1, {"small", "large"}},
       R"({"ask_user":{"attempt":1,"options":["small","large"],"param":"size","prompt":"Which size?"}})"},
      {Handoff{"asked", "refund", {}, {}, {"user: hi"}},
       R"({"handoff":{"attempts":{},"intent":"refund","params":{},"reason":"asked","recap":["user: hi"]}})"},
      {Handoff{"asked", "refund", {}, {}, {}, {Value::Object{{"intent", "pay"}, {"params", Value::Object()}}}},
       R"({"handoff":{"attempts":{},"intent":"refund","open":[{"intent":"pay","params":{}}],"params":{},)"
       R"("reason":"asked","recap":[]}})"},
  };
  for (const auto& [step, json] : steps) CHECK(memory::step_to_value(step).to_json() == json);
}

TEST_CASE("characters that JSON cannot represent are replaced") {
  SessionState state;
  state.session = "s1";
  state.bot = "bad \xFF byte";
  state.last_result = 0.0 / 0.0;
  const auto read = state_from_json(state_json(state));
  REQUIRE(read);
  CHECK(read->bot == "bad \xEF\xBF\xBD byte");
  CHECK(read->last_result.is_null());
}

TEST_CASE("the counts of answers and the places of steps have the names in JSON that they always had") {
  SessionState state;
  state.session = "s";
  Frame& frame = state.frames.emplace_back();
  frame.attempts = {{{"a", {0, 0, 0, 1}}}, Attempts{1, 0, 0, 0}, Attempts{0, 1, 0, 0}};
  frame.step = StepPlace::parse("1.do.4.0");
  frame.runs = {{StepPlace::parse("2.then.1"), "t", "a"}, {{}, "u", "b"}};
  state.waiting.emplace().awaited = ToolWait{ToolWait::LookUp(), {}, {}};
  const std::string json = state_json(state);
  for (const char* part :
       {R"("attempts":{"":{"not_understood":1},"?":{"invalid":1},"a":{"rejected":1}})",
        R"("step":"1.do.4.0","runs":[{"step":"2.then.1","what":"t","digest":"a","status":"started"},)"
        R"({"what":"u","digest":"b","status":"started"}])",
        R"("waiting":{"kind":"tool","step":"if_unknown"})"}) {
    INFO(json);
    CHECK(json.find(part) != std::string::npos);
  }
  CHECK(state_from_json(json).value() == state);
}

TEST_CASE("each kind of open question and of wait for a tool has the JSON that it always had") {
  const Facts facts = {{"context.tier", "beef"}};
  const ToolCall call{"call-1", "t", {{"a", 1}}, "c/1"};
  const std::pair<PendingInput::Awaited, const char*> rows[] = {
      {AskedParam{"size", {}}, R"("kind":"param","intent":"i","param":"size","plan":2)"},
      {AskedParam{"size", {{"size", 1, "one"}}},
       R"("kind":"param","intent":"i","param":"size","plan":2,"choices":[{"param":"size","value":1,"label":"one"}])"},
      {AskedConfirmation(), R"("kind":"confirm","intent":"i","plan":2)"},
      {AskedChange(), R"("kind":"change","intent":"i","plan":2)"},
      {AskedChoice{{{"from", "Bern", ""}}},
       R"("kind":"choice","intent":"i","plan":2,"choices":[{"param":"from","value":"Bern"}])"},
      {ToolWait{StepPlace(), call, {}},
       R"("kind":"tool","intent":"i","plan":2,"step":"0",)"
       R"("call":{"call_id":"call-1","name":"t","args":{"a":1},"idempotency_key":"c/1"})"},
      {ToolWait{ToolWait::Check{"size", facts}, {}, RunningCall{"e", 5}},
       R"("kind":"tool","intent":"i","param":"size","plan":2,"facts":{"context.tier":"beef"},)"
       R"("started":true,"runner":"e","running_until":5)"},
      {ToolWait{ToolWait::LookUp{"size"}, {}, RunningCall()},
       R"("kind":"tool","intent":"i","param":"size","plan":2,"step":"if_unknown","started":true)"},
      {ToolWait(), R"("kind":"tool","intent":"i","plan":2)"},
  };
  for (const auto& [awaited, json] : rows) {
    SessionState state;
    state.session = "s";
    state.began_turn = state.began_message = 1;
    PendingInput& waiting = state.waiting.emplace();
    waiting.awaited = awaited;
    waiting.intent = "i";
    waiting.plan = 2;
    CHECK(state_json(state) == R"({"session":"s","waiting":{)" + std::string(json) + "}}");
    CHECK(state_from_json(state_json(state)).value() == state);
  }
}

TEST_CASE("a stored text that is not the place of a step means the first step, or a run without a place") {
  const Result<SessionState> read =
      state_from_json(R"({"session":"s","frames":[{"step":"2.sideways.1","runs":[{"step":"x","what":"t"}]}],)"
                      R"("waiting":{"kind":"tool","step":"2.then"}})");
  REQUIRE(read);
  CHECK(read->frames[0].step == StepPlace());
  CHECK(!read->frames[0].runs[0].step);
  CHECK(std::get<ToolWait>(read->waiting->awaited).step() == StepPlace());
}

TEST_CASE("the JSON of a session with one open question has less than 600 bytes") {
  conformance::PreparedCommit written =
      conformance::Conversation("3f2b8c1e-7a53-4f0e-9a0e-1c2d3e4f5a6b").next("hello", "hi");
  SessionState& state = written.state;
  state.continuation_id = state.config_hash = state.last_message_id = std::string(32, 'f');
  Frame& frame = state.frames.emplace_back();
  frame.intent = "refund";
  frame.plan = 1;
  frame.params["order_id"] = {"O-12345", 1};
  frame.attempts.params["reason"].not_understood = 1;
  state.waiting.emplace().awaited = AskedParam{"reason", {}};
  state.waiting->intent = "refund";
  state.waiting->config_hash = state.config_hash;
  CHECK(state_json(state).size() < 600);
  CHECK(turn_json(written.turn.turn).size() < 150);
}

TEST_CASE("an invalid state is reported as corruption, with the position") {
  const std::pair<const char*, const char*> cases[] = {
      {"", "not valid JSON"},
      {"{\"session\":\"s\"} ", nullptr},  // white space is fine
      {"{\"session\":\"s\"}x", "not valid JSON"},
      {"[]", "state: expected an object"},
      {"{}", "session: missing"},
      {R"({"session":1})", "session: expected a string"},
      {R"({"session":"s","version":"1"})", "version: expected an integer"},
      {R"({"session":"s","version":1.0})", "version: expected an integer"},
      {R"({"session":"s","ended":1})", "ended: expected true or false"},
      {R"({"session":"s","unmatched":3000000000})", "unmatched: out of range"},
      {R"({"session":"s","last_intent":1})", "last_intent: expected a string or null"},
      {R"({"session":"s","surprise":1,"more":2})", "state: 2 unknown member(s)"},
      {R"({"session":"s","frames":{}})", "frames: expected an array"},
      {R"({"session":"s","frames":[{},[]]})", "frames[1]: expected an object"},
      {R"({"session":"s","frames":[{"plan":"x"}]})", "frames[0].plan: expected an integer"},
      {R"({"session":"s","frames":[{"skipped":["a",1]}]})", "frames[0].skipped: expected strings"},
      {R"({"session":"s","frames":[{"saved":[]}]})", "frames[0].saved: expected an object"},
      {R"({"session":"s","frames":[{"attempts":{"a":"b"}}]})", "frames[0].attempts.a: expected an object"},
      {R"({"session":"s","frames":[{"params":{"a":{}}}]})", "frames[0].params.a.value: missing"},
      {R"({"session":"s","params":{"a":{"value":1,"extra":2}}})", "params.a: 1 unknown member(s)"},
      {R"({"session":"s","usage":{"cost":"x"}})", "usage.cost: expected an integer"},
      {R"({"session":"s","waiting":{}})", "waiting.kind: missing"},
      {R"({"session":"s","waiting":{"kind":"odd"}})", "waiting.kind: unknown value"},
      {R"({"session":"s","waiting":{"kind":"tool","call":{"args":1}}})", "waiting.call.args: expected an object"},
      {R"({"session":"s","waiting":{"kind":"param","call":{"name":"t"}}})", "waiting: 1 unknown member(s)"},
      {R"({"session":"s","waiting":{"kind":"confirm","step":-1,"call":{"name":"t"}}})", nullptr},  // of schema 1
  };
  for (const auto& [json, says] : cases) {
    INFO(json);
    const auto state = state_from_json(json);
    REQUIRE(state.has_value() == (says == nullptr));
    if (!says) continue;
    CHECK(state.error().code == ErrorCode::kStoreCorrupt);
    INFO(state.error().message);
    CHECK(state.error().message.find(says) != std::string::npos);
  }
}

TEST_CASE("an invalid turn is reported as corruption, with the position") {
  const std::string head = R"({"session":"s","id":"m","seq":1,"status":"done")";
  const std::pair<std::string, const char*> cases[] = {
      {head + "}", nullptr},
      {"[]", "turn: expected an object"},
      {R"({"id":"m","seq":1,"status":"done"})", "session: missing"},
      {R"({"session":"s","seq":1,"status":"done"})", "id: missing"},
      {R"({"session":"s","id":"m","status":"done"})", "seq: missing"},
      {R"({"session":"s","id":"m","seq":1})", "status: missing"},
      {R"({"session":"s","id":"m","seq":1,"status":"error"})", "status: unknown value"},
      {head + R"(,"say":"x"})", "say: expected an array"},
      {head + R"(,"steps":[{}]})", "steps[0]: expected one step"},
      {head + R"(,"steps":[{"say":"x"},{"say":"x","handoff":{}}]})", "steps[1]: expected one step"},
      {head + R"(,"steps":[{"dance":{}}]})", "steps[0]: expected one step"},
      {head + R"(,"steps":[{"say":1}]})", "steps[0].say: expected a string"},
      {head + R"(,"steps":[{"ask_user":{"attempt":"x"}}]})", "steps[0].ask_user.attempt: expected an integer"},
      {head + R"(,"steps":[{"confirm":{"odd":1}}]})", "steps[0].confirm: 1 unknown member(s)"},
      {head + R"(,"params":[]})", "params: expected an object"},
      {head + R"(,"unknown":1})", "1 unknown member(s)"},
  };
  for (const auto& [json, says] : cases) {
    INFO(json);
    const auto value = Value::parse(json);
    REQUIRE(value);
    const auto turn = turn_from_value(*value);
    REQUIRE(turn.has_value() == (says == nullptr));
    if (!says) continue;
    CHECK(turn.error().code == ErrorCode::kStoreCorrupt);
    INFO(turn.error().message);
    CHECK(turn.error().message.find(says) != std::string::npos);
  }
}

TEST_CASE("a stored value within the nesting limit can be read again, and a deeper value is refused") {
  for (int levels = 50; levels <= 60; ++levels) {
    Value deep = 1;
    for (int i = 0; i < levels; ++i) deep = Value::Array{deep};
    SessionState state;
    Turn turn;
    Frame frame;
    frame.params["a"] = {deep, 1};
    frame.saved = {{"a", deep}};
    state.frames = {frame};
    state.waiting.emplace().awaited = ToolWait{StepPlace(), ToolCall{"c", "t", {{"a", deep}}, "k"}, {}};
    turn.steps = {ToolCall{"c", "t", {{"a", deep}}, "k"}, Confirm{"?", {{"a", deep}}, 1},
                  Handoff{"r", "i", {{"a", deep}}, {}, {}}};
    turn.explain = deep;
    const auto fits = memory::check_depth(state, turn);
    CHECK(fits.has_value() == (levels < 56));
    Turn handed_over;
    handed_over.steps = {Handoff{"r", "i", {}, {}, {}, {Value::Object{{"params", Value::Object{{"a", deep}}}}}}};
    CHECK(memory::check_depth(SessionState(), handed_over).has_value() == (levels < 56));
    if (levels < 56) CHECK(turn_from_json(turn_json(handed_over), "s", "m", 1));
    if (fits) {
      CHECK(state_from_json(state_json(state)));
      CHECK(turn_from_json(turn_json(turn), "s", "m", 1));
    } else {
      CHECK(fits.error().code == ErrorCode::kLimitExceeded);
    }
  }
}
