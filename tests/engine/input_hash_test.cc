// Tests that the engine notices a message id that is used again with another input.
#include "engine/input_hash.h"

#include <functional>
#include <set>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

namespace {

using AnyInput = decltype(Request::input);

std::uint16_t hash_of(const AnyInput& input, const std::string& session = "s1", const std::string& user_key = "") {
  return engine::input_hash(request_of_s1(input), session, base::sip_key(user_key));
}

Request with_id(Request request, const std::string& id = "again") {
  request.id = id;
  return request;
}

NluResult nlu(const std::function<void(NluResult&)>& change) {
  NluResult made;
  made.intent = "track";
  change(made);
  return made;
}

ToolResult result(ToolOutcome outcome, std::string call_id = "call-1") { return {std::move(call_id), outcome}; }

SessionWrite write(const std::function<void(SessionWrite&)>& change) {
  SessionWrite made;
  change(made);
  return made;
}

// Inputs that all differ from each other.
std::vector<AnyInput> different_inputs() {
  const Value::Object order = {{"order_id", "O-1"}};
  return {
      "",
      "news",
      "news ",
      "News",
      "silence",
      SessionEvent::kSilence,
      SessionEvent::kEnd,
      SessionEvent::kReset,
      SessionEvent::kStart,
      SessionEvent::kGiveBack,
      nlu([](NluResult&) {}),
      nlu([](NluResult& made) { made.intent.reset(); }),
      nlu([](NluResult& made) { made.intent = ""; }),
      nlu([&](NluResult& made) { made.params = order; }),
      nlu([](NluResult& made) {
        made.params = {{"order_id", 1}};
      }),
      nlu([](NluResult& made) {
        made.params = {{"order_id", 1.0}};
      }),
      nlu([](NluResult& made) { made.act = Act::kDeny; }),
      nlu([](NluResult& made) {
        made.further = {{"news", {}, {}}};
      }),
      nlu([&](NluResult& made) {
        made.further = {{"news", order, {}}};
      }),
      nlu([](NluResult& made) {
        made.further = {{"news", {}, {{{"order_id", "O-1"}}}}};
      }),
      nlu([](NluResult& made) { made.change = {"order_id"}; }),
      nlu([](NluResult& made) { made.choose = std::int64_t{0}; }),
      nlu([](NluResult& made) { made.choose = std::int64_t{1}; }),
      nlu([](NluResult& made) { made.choose = "0"; }),
      nlu([](NluResult& made) {
        made.ambiguous = {{{"order_id", "O-1"}, {"order_id", "O-2"}}};
      }),
      nlu([](NluResult& made) {
        made.ambiguous = {{{"order_id", "O-1"}}, {{"order_id", "O-2"}}};
      }),
      result(ToolOutcome::ok(nullptr)),
      result(ToolOutcome::ok(nullptr), "call-2"),
      result(ToolOutcome::ok("done")),
      result(ToolOutcome::failed("")),
      result(ToolOutcome::failed("closed")),
      result(ToolOutcome::rejected({{"order", "too old"}})),
      write([](SessionWrite&) {}),
      write([](SessionWrite& made) {
        made.messages = {{Role::kAssistant, "hi"}};
      }),
      write([](SessionWrite& made) {
        made.messages = {{Role::kUser, "hi"}};
      }),
      write([](SessionWrite& made) {
        made.messages = {{Role::kUser, "h"}, {Role::kUser, "i"}};
      }),
      write([](SessionWrite& made) {
        made.messages = {{Role::kAssistant, "hi"}};
        made.messages[0].details.author = "Ann";
      }),
      write([](SessionWrite& made) { made.intent = "track"; }),
      write([&](SessionWrite& made) { made.params = order; }),
      write([](SessionWrite& made) { made.waiting_for_param = ""; }),
      write([](SessionWrite& made) { made.waiting_for_param = "order_id"; }),
      write([](SessionWrite& made) { made.keep_turns = 1; }),
      write([](SessionWrite& made) { made.title = "track"; }),
      write([](SessionWrite& made) { made.system_prompt = "track"; }),
      write([](SessionWrite& made) {
        made.tags = {"a", "b"};
      }),
      write([](SessionWrite& made) { made.tags = {"ab"}; }),
      write([&](SessionWrite& made) { made.metadata = order; }),
  };
}

ErrorCode code_of(EngineHarness& harness, const Request& request) {
  const auto turn = harness.engine->handle(request);
  REQUIRE_FALSE(turn);
  return turn.error().code;
}

}  // namespace

TEST_CASE("different inputs, sessions and keys have different hashes, and equal inputs have equal hashes") {
  std::set<std::uint16_t> hashes;
  const std::vector<AnyInput> inputs = different_inputs();
  for (const AnyInput& input : inputs) {
    hashes.insert(hash_of(input));
    CHECK(hash_of(input) == hash_of(AnyInput(input)));
    CHECK(hash_of(input) != hash_of(input, "s2"));
    CHECK(hash_of(input) != hash_of(input, "s1", "key"));
  }
  CHECK(hashes.size() == inputs.size());
}

TEST_CASE("`resume` counts for a conversation that is given back, and only there") {
  for (const SessionEvent event : {SessionEvent::kGiveBack, SessionEvent::kSilence}) {
    Request request = request_of_s1(event);
    const auto without = engine::input_hash(request, "s1", base::sip_key(""));
    request.resume = true;
    CHECK((engine::input_hash(request, "s1", base::sip_key("")) == without) == (event == SessionEvent::kSilence));
  }
}

TEST_CASE("a message id that is used again with another input is an error, and the stored turn stays") {
  EngineHarness harness;
  const Turn first = harness.say("news", "again");
  const Turn second = harness.say("track", "m2");
  const std::vector<AnyInput> inputs = different_inputs();
  for (const AnyInput& input : inputs) {
    const auto* text = std::get_if<std::string>(&input);
    const auto* write = std::get_if<SessionWrite>(&input);
    const bool writes_nothing = write && hash_of(*write) == hash_of(SessionWrite());  // is invalid with any id
    if (writes_nothing || (text && *text == "news")) continue;
    INFO("input " << &input - &inputs.front());
    CHECK(code_of(harness, with_id(request_of_s1(input))) == ErrorCode::kMessageIdReused);
  }
  CHECK(harness.say("news", "again").seq == first.seq);
  CHECK(harness.say("news", "m3").seq == second.seq + 1);
}

TEST_CASE("everything but the input may differ in a redelivery") {
  EngineHarness harness;
  harness.say("news", "again");
  Request request = with_id(Request::text("s1", "news"));
  request.context = Value::Object{{"channel", "web"}};
  request.now = harness.clock->now() + 5;
  request.explain = true;
  request.usage = {1, 2, 3};
  request.details.model = "some-model";
  request.must_exist = true;
  CHECK(harness.handle(request).duplicate);
}

TEST_CASE("the same id in another session is another id, and an error names the field") {
  EngineHarness harness;
  harness.say("news", "again");
  CHECK_FALSE(harness.handle(with_id(Request::text("s2", "track"))).duplicate);
  const auto turn = harness.engine->handle(with_id(Request::text("s1", "track")));
  REQUIRE_FALSE(turn);
  CHECK(turn.error().message ==
        "'id': this message id was used before in this session with other contents; use a new id");
}

TEST_CASE("a turn of an earlier version has no hash and matches every input") {
  EngineHarness harness;
  harness.say("news", "again");
  SessionRecord record = **harness.store->record("s1");
  REQUIRE(record.turns.front().input_hash);
  record.turns.front().input_hash.reset();
  REQUIRE(harness.store->erase({{"s1"}}));
  REQUIRE(harness.store->put(record));
  CHECK(harness.say("track", "again").duplicate);
}

TEST_CASE("with another user key, every message id of an earlier turn counts as used with another input") {
  EngineHarness harness;
  harness.say("news", "again");
  harness.user_key = "key";
  harness.open();
  CHECK(code_of(harness, with_id(Request::text("s1", "news"))) == ErrorCode::kMessageIdReused);
}

TEST_CASE("without a user key, the store has no hash of an input that it masks") {
  const std::string masks =
      replaced(kTestBot, "detect: [email]}", "detect: [email], policies: {email: {store: mask}}}");
  struct Case {
    const char* what;
    AnyInput input;
    bool is_kept;  // without a key
  };
  for (const Case& c :
       {Case{"a text without private values", "track", true},
        Case{"a text with one", "my address is ann@example.org", false}, Case{"an event", SessionEvent::kSilence, true},
        Case{"an NLU result, whose values the store might mask", nlu([](NluResult&) {}), false}}) {
    for (const char* key : {"", "key"}) {
      INFO(c.what << ", key '" << key << "'");
      EngineHarness harness(create_memory_store(), masks);
      harness.user_key = key;
      harness.open();
      harness.say("news", "first");
      harness.handle(with_id(request_of_s1(c.input)));
      CHECK((*harness.store->find_turn("s1", "again"))->input_hash.has_value() == (c.is_kept || *key));
    }
  }
}
