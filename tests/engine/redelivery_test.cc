// Tests that a message that is delivered twice gets the same response, byte for byte.
#include <functional>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/forwarding_store.h"
#include "parley/protocol.h"

using namespace parley;

namespace {

class FailsOnce final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  int commits_until_failure = 0;  // 1: the next commit fails; 0: no commit fails
  Result<void> commit(const Commit& commit) override {
    if (commits_until_failure > 0 && --commits_until_failure == 0) {
      return Unexpected(ErrorCode::kStoreUnavailable, "an injected fault");
    }
    return inner()->commit(commit);
  }
};

// Sends the request twice. Checks that both responses are equal, except that the second response is marked as a
// duplicate.
void answers_alike(EngineHarness& harness, const Request& request) {
  const Turn first = harness.handle(request);
  CHECK_FALSE(first.duplicate);
  Turn second = harness.handle(request);
  CHECK(second.duplicate);
  second.duplicate = false;
  CHECK(to_json(second) == to_json(first));
}

Request message(decltype(Request::input) input) {
  Request request;
  request.session = "s1";
  request.id = "again";
  request.input = std::move(input);
  return request;
}

}  // namespace

TEST_CASE("X4: a redelivered message gets the same response if its first delivery found the session expired") {
  EngineHarness harness;
  harness.say("track");
  harness.clock->set(harness.clock->now() + kHour);
  const Request request = message("news");
  CHECK(harness.handle(request).say == Lines{"It has been a while.", "Subscribed."});
  CHECK(harness.handle(request).say == Lines{"It has been a while.", "Subscribed."});
  CHECK(harness.store->find_turn("s1", "again")->value().turn.say == Lines{"It has been a while.", "Subscribed."});
}

TEST_CASE("a turn is found by its message id alone, as a redelivery gets it") {
  EngineHarness harness(create_memory_store(), bot_with_session("{retention: 1h}"));
  CHECK_FALSE(harness.engine->find_turn("s1", "again")->has_value());
  const Request request = message("track o12345");
  const Turn called = harness.handle(request);
  CHECK(to_json(**harness.engine->find_turn("s1", "again")) == to_json(harness.handle(request)));
  CHECK(std::get<ToolCall>((**harness.engine->find_turn("s1", "again")).steps.back()) ==
        std::get<ToolCall>(called.steps.back()));
  CHECK_FALSE(harness.engine->find_turn("s1", "another")->has_value());
  CHECK_FALSE(harness.engine->find_turn("s2", "again")->has_value());
  harness.clock->set(harness.clock->now() + kHour + 1);
  CHECK_FALSE(harness.engine->find_turn("s1", "again")->has_value());
}

TEST_CASE("redelivery gives the same response for every kind of turn") {
  struct Case {
    const char* what;
    std::function<void(EngineHarness&)> before;
    Request request;
  };
  const auto expire = [](EngineHarness& harness) { harness.clock->set(harness.clock->now() + kHour); };
  for (const Case& c : {
           Case{"the first", [](EngineHarness&) {}, message("news")},
           Case{"a question", [](EngineHarness&) {}, message("track")},
           Case{"a call handed to the caller", [](EngineHarness&) {}, message("track o12345")},
           Case{"after an expired question", [&](EngineHarness& harness) { harness.say("track"), expire(harness); },
                message("track")},
           Case{"after an expired session", [&](EngineHarness& harness) { harness.say("news"), expire(harness); },
                message("hm")},
           Case{"an event after an expired question",
                [&](EngineHarness& harness) { harness.say("track"), expire(harness); },
                message(SessionEvent::kSilence)},
           Case{"after an end", [](EngineHarness& harness) { harness.handle(Request::text("s1", "news")); },
                message(SessionEvent::kEnd)},
           Case{"a reset", [](EngineHarness& harness) { harness.say("track"); }, message(SessionEvent::kReset)},
       }) {
    INFO(c.what);
    EngineHarness harness;
    harness.tool("orders.track", {});
    c.before(harness);
    answers_alike(harness, c.request);
  }
}

TEST_CASE(
    "a redelivered message that was refused is refused again, and a redelivered message that found its session erased "
    "gets the same response") {
  EngineHarness refusing(create_memory_store(), bot_with_session("{max_turns: 1, at_limit: refuse}"));
  refusing.say("news");
  const Request request = message("news");
  CHECK(to_json(refusing.handle(request)) == to_json(refusing.handle(request)));

  EngineHarness erased(create_memory_store(), bot_with_session("{retention: 1h}"));
  erased.say("news");
  erased.clock->set(erased.clock->now() + kHour + 1);
  answers_alike(erased, request);
  CHECK(erased.handle(request).reason == "expired");
}

TEST_CASE("the response to an interrupted turn includes the replies from before the interruption") {
  const auto store = std::make_shared<FailsOnce>(create_memory_store());
  EngineHarness harness(store);
  harness.tool("refunds.create", [](const ToolCall&) { return ToolOutcome::ok(Value()); });
  harness.say("refund");
  harness.clock->set(harness.clock->now() + kHour);
  const Request request = message("refund o12345");
  store->commits_until_failure = 2;  // the store has the start of the call but not its outcome
  CHECK_FALSE(harness.engine->handle(request));
  const Turn ended = harness.handle(request);
  CHECK(ended.reason == "expired");
  REQUIRE_FALSE(ended.say.empty());
  CHECK(ended.say.front() == "It has been a while.");
  Turn again = harness.handle(request);
  CHECK(again.duplicate);
  again.duplicate = ended.duplicate;
  CHECK(to_json(again) == to_json(ended));
}

// ---- private values in the response

namespace {

constexpr const char* kAskingBot = R"(
parley: 1
bot: {id: asking}
tools: {orders.find: {kind: host}}
intents:
  - id: invoice
    match: [{regex: '\binvoice\b'}]
    params:
      email: {type: email, required: true, ask: "Your email?"}
      card: {type: credit_card, required: true, sensitive: true, ask: "The card for {email}?"}
    confirm: "Send it to {email} and charge {card}?"
    steps: [{say: "Sent to {email}."}]
  - id: hours
    match: [{regex: '\bhours\b'}]
    steps: [{say: Nine to five.}]
redaction: {policies: {email: mask}}
session: {retention: 1h}
fallback: {say: "Pardon?"}
)";

constexpr const char* kMail = "anna@example.org";

}  // namespace

TEST_CASE("a redelivered message shows the user's values again, and not the masks of the store") {
  EngineHarness harness(create_memory_store(), kAskingBot);
  const std::pair<const char*, const char*> talk[] = {{"invoice", "Your email?"},
                                                      {kMail, "The card for anna@example.org?"},
                                                      {"4111 1111 1111 1111", "charge 4111111111111111?"},
                                                      {"yes", "Sent to anna@example.org."}};
  std::vector<std::pair<Request, Turn>> delivered;
  for (const auto& [text, says] : talk) {
    Request request = message(text);
    request.id = "m" + std::to_string(delivered.size());
    const Turn first = harness.handle(request);
    CHECK_FALSE(first.masked);
    REQUIRE(contains(first.say.back(), says));
    delivered.emplace_back(request, first);
    CHECK_FALSE(contains(to_json(harness.store->find_turn("s1", request.id)->value().turn), kMail));
  }
  for (const auto& [request, first] : delivered) {
    INFO(request.id);
    Turn again = harness.handle(request);
    CHECK(again.duplicate);
    again.duplicate = false;
    CHECK(to_json(again) == to_json(first));
  }
}

TEST_CASE("a redelivered response says that it is masked when only the store still has it") {
  struct Case {
    const char* what;
    std::function<void(EngineHarness&)> happens;
  };
  for (const Case& c : {
           Case{"another process", [](EngineHarness& harness) { harness.open(); }},
           Case{"eleven minutes", [](EngineHarness& harness) { harness.clock->set(harness.clock->now() + 660'000); }},
           Case{"more answers than are kept",
                [](EngineHarness& harness) {
                  for (int i = 0; i < 256; ++i) {
                    const std::string session = "other" + std::to_string(i);
                    harness.handle(Request::text(session, "invoice"));
                    harness.handle(Request::text(session, kMail));
                  }
                }},
       }) {
    INFO(c.what);
    EngineHarness harness(create_memory_store(), kAskingBot);
    harness.say("invoice", "plain");
    const Request request = message(kMail);
    harness.handle(request);
    c.happens(harness);
    const Turn again = harness.handle(request);
    CHECK(again.duplicate);
    CHECK(again.masked);
    CHECK(contains(to_json(again), R"("masked":true)"));
    CHECK(again.say == Lines{"The card for {email}?"});
    CHECK_FALSE(harness.say("invoice", "plain").masked);
  }
}

TEST_CASE("a forgotten session has no kept response, also for a new session of its name") {
  for (const bool is_user : {false, true}) {
    INFO("the user: " << is_user);
    EngineHarness harness(create_memory_store(), kAskingBot);
    harness.user_key = "key";
    harness.open();
    const auto say = [&](const char* text, const char* id) {
      Request request = Request::text("s1", text);
      request.id = id;
      request.user = "anna";
      return harness.handle(request);
    };
    say("invoice", "m1");
    say(kMail, "m2");
    const auto copy = harness.store->record("s1");
    REQUIRE(copy->has_value());
    const auto receipt = is_user ? harness.engine->forget_user("anna") : harness.engine->forget_session("s1");
    REQUIRE(receipt);
    REQUIRE(harness.store->put(**copy));  // the session returns with a backup
    CHECK_FALSE(contains(to_json(say(kMail, "m2")), kMail));
  }
}
