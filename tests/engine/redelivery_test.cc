// A message that is delivered twice is answered twice alike, byte for byte.
#include <functional>

#include <catch2/catch.hpp>

#include "engine/desk.h"
#include "memory/forwarding_store.h"
#include "parley/protocol.h"

using namespace parley;

namespace {

class FailsOnce final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  int commits_until_failure = 0;  // 0: none fails
  Result<void> commit(const Commit& commit) override {
    if (commits_until_failure > 0 && --commits_until_failure == 0) {
      return Unexpected(ErrorCode::kStoreUnavailable, "a fault that was asked for");
    }
    return inner()->commit(commit);
  }
};

// The two answers, of which the second says that it is one.
void answers_alike(Desk& desk, const Request& request) {
  const Turn first = desk.handle(request);
  CHECK_FALSE(first.duplicate);
  Turn second = desk.handle(request);
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

TEST_CASE("X4: redelivery of the message that met an expired session gives the same answer") {
  Desk desk;
  desk.say("track");
  desk.clock->set(desk.clock->now() + kHour);
  const Request request = message("news");
  CHECK(desk.handle(request).say == Lines{"It has been a while.", "Subscribed."});
  CHECK(desk.handle(request).say == Lines{"It has been a while.", "Subscribed."});
  CHECK(desk.store->find_turn("s1", "again")->value().turn.say == Lines{"It has been a while.", "Subscribed."});
}

TEST_CASE("redelivery gives the same answer, whatever kind of turn it was") {
  struct Case {
    const char* what;
    std::function<void(Desk&)> before;
    Request request;
  };
  const auto expire = [](Desk& desk) { desk.clock->set(desk.clock->now() + kHour); };
  for (const Case& c : {
           Case{"the first", [](Desk&) {}, message("news")},
           Case{"a question", [](Desk&) {}, message("track")},
           Case{"a handed out call", [](Desk&) {}, message("track o12345")},
           Case{"after an expired question", [&](Desk& desk) { desk.say("track"), expire(desk); }, message("track")},
           Case{"after an expired session", [&](Desk& desk) { desk.say("news"), expire(desk); }, message("hm")},
           Case{"an event after an expired question", [&](Desk& desk) { desk.say("track"), expire(desk); },
                message(SessionEvent::kSilence)},
           Case{"after an end", [](Desk& desk) { desk.handle(Request::text("s1", "news")); },
                message(SessionEvent::kEnd)},
           Case{"a reset", [](Desk& desk) { desk.say("track"); }, message(SessionEvent::kReset)},
       }) {
    INFO(c.what);
    Desk desk;
    desk.tool("orders.track", {});
    c.before(desk);
    answers_alike(desk, c.request);
  }
}

TEST_CASE("a refusal is repeated, and for an erased session with its reason") {
  Desk refusing(memory_store(), desk_with("{max_turns: 1, at_limit: refuse}"));
  refusing.say("news");
  const Request request = message("news");
  CHECK(to_json(refusing.handle(request)) == to_json(refusing.handle(request)));

  Desk erased(memory_store(), desk_with("{retention: 1h}"));
  erased.say("news");
  erased.clock->set(erased.clock->now() + kHour + 1);
  answers_alike(erased, request);
  CHECK(erased.handle(request).reason == "expired");
}

TEST_CASE("an interrupted turn is answered as it was finished, including what it said before") {
  const auto store = std::make_shared<FailsOnce>(memory_store());
  Desk desk(store);
  desk.tool("refunds.create", [](const ToolCall&) { return ToolOutcome::ok(Value()); });
  desk.say("refund");
  desk.clock->set(desk.clock->now() + kHour);
  const Request request = message("refund o12345");
  store->commits_until_failure = 2;  // that the call has begun is stored, and not how it ended
  CHECK_FALSE(desk.engine->handle(request));
  const Turn ended = desk.handle(request);
  CHECK(ended.reason == "expired");
  REQUIRE_FALSE(ended.say.empty());
  CHECK(ended.say.front() == "It has been a while.");
  Turn again = desk.handle(request);
  CHECK(again.duplicate);
  again.duplicate = ended.duplicate;
  CHECK(to_json(again) == to_json(ended));
}
