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
