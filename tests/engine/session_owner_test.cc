// Tests that a session has one user: what a request with another user gets, and that the erasure of a user finds
// everything that the user said.
#include "memory/forwarding_store.h"
#include "tests/engine/engine_harness.h"
#include "tests/support/text.h"

using namespace parley;

namespace {

const std::string kOwnSessions = "session: {ttl: 1h, other_user: new_conversation}";

std::string bot_with_own_sessions() { return replaced(kTestBot, "session: {ttl: 1h}", kOwnSessions); }

Request from(const std::string& user, const std::string& text, const std::string& session = "s1") {
  Request request = Request::text(session, text);
  request.user = user;
  return request;
}

Lines texts_of(EngineHarness& harness, const std::string& session) {
  Lines texts;
  const auto record = harness.store->record(session);
  REQUIRE(record);
  if (!*record) return texts;
  for (const Message& message : (*record)->messages) {
    if (message.role == Role::kUser) texts.push_back(message.text);
  }
  return texts;
}

Lines forgotten(EngineHarness& harness, const std::string& user) {
  const auto receipt = harness.engine->forget_user(user);
  REQUIRE(receipt);
  return receipt->sessions;
}

}  // namespace

TEST_CASE("X58: a request that names the session of another user is refused and changes nothing") {
  struct Case {
    const char* what;
    std::function<void(EngineHarness&, Request&)> change;
  };
  for (
      const Case& c :
      {Case{"a message", [](EngineHarness&, Request&) {}},
       Case{"a continuation id",
            [](EngineHarness&harness, Request&request) {
              request.session.clear();
              request.continuation_id = (**harness.store->load("s1")).continuation_id;
            }},
       Case{"a message that must continue", [](EngineHarness&, Request&request) { request.must_exist = true; }},
       Case{"a redelivery", [](EngineHarness&, Request&request) { request.id = "m1"; }},
       Case{"an event", [](EngineHarness&, Request&request) { request.input = SessionEvent::kReset; }},
       Case{"the end", [](EngineHarness&, Request&request) { request.input = SessionEvent::kEnd; }},
       Case{
           "a write",
           [](EngineHarness&, Request&request) {
             SessionWrite write;
             write.keep_turns = 1;
             request.input = write;
           }},
       Case{
           "a result",
           [](EngineHarness&, Request&request) {
             request.input = ToolResult{"c1", {}};
           }},
       Case{"after the conversation has expired",
            [](EngineHarness&harness, Request&) { harness.clock->set(harness.clock->now() + kHour); }}}) {
    CAPTURE(c.what);
    EngineHarness harness;
    Request first = from("ann", "news");
    first.id = "m1";
    harness.handle(first);
    Request other = from("bob", "news");
    c.change(harness, other);
    const SessionState before = **harness.store->load("s1");
    const auto turn = harness.engine->handle(other);
    REQUIRE_FALSE(turn);
    CHECK(turn.error().code == ErrorCode::kInvalidRequest);
    CHECK(**harness.store->load("s1") == before);
    CHECK(forgotten(harness, "bob").empty());
    CHECK(forgotten(harness, "ann") == Lines{"s1"});
    CHECK_FALSE(harness.store->load("s1")->has_value());
  }
}

TEST_CASE("a request without a user continues the session of any user, and the first named user gets it") {
  EngineHarness harness;
  harness.say("news");
  harness.handle(from("ann", "news"));
  harness.say("news");
  CHECK(harness.engine->handle(from("bob", "news")).error().code == ErrorCode::kInvalidRequest);
  CHECK(forgotten(harness, "ann") == Lines{"s1"});
}

TEST_CASE("X58: a user in the notes of a session is its user, and no note can remove the user") {
  EngineHarness harness;
  const auto notes = [&] { return (**harness.store->summary("s1")).notes; };
  harness.say("news");
  SessionNotes of_ann = notes();
  of_ann.user = harness.engine->user_hash("ann");
  REQUIRE(*harness.engine->annotate("s1", of_ann));
  CHECK(harness.engine->handle(from("bob", "news")).error().code == ErrorCode::kInvalidRequest);
  harness.handle(from("ann", "news"));

  SessionNotes without;
  without.title = "Newsletter";
  REQUIRE(*harness.engine->annotate("s1", without));
  CHECK(notes().title == "Newsletter");
  SessionNotes of_bob = without;
  of_bob.user = harness.engine->user_hash("bob");
  CHECK(harness.engine->annotate("s1", of_bob).error().code == ErrorCode::kInvalidRequest);
  CHECK(notes().user == harness.engine->user_hash("ann"));
  CHECK(forgotten(harness, "ann") == Lines{"s1"});
}

TEST_CASE("X58: notes that were read before a turn named the user do not remove the user") {
  class Interrupted final : public memory::ForwardingStore {
   public:
    using ForwardingStore::ForwardingStore;
    std::function<void()> before_notes = [] {};
    Result<bool> annotate(std::string_view session, const SessionNotes& notes) override {
      std::exchange(before_notes, [] {})();
      return inner()->annotate(session, notes);
    }
  };
  const auto store = std::make_shared<Interrupted>(create_memory_store());
  EngineHarness harness(store);
  harness.say("news");
  store->before_notes = [&] { harness.handle(from("ann", "news")); };
  REQUIRE(*harness.engine->annotate("s1", SessionNotes{"Newsletter", "", {}, {}, 0}));
  CHECK(forgotten(harness, "ann") == Lines{"s1"});
}

TEST_CASE("with other_user: new_conversation, another user has a session of their own under the same name") {
  EngineHarness harness(create_memory_store(), bot_with_own_sessions());
  const Turn of_ann = harness.handle(from("ann", "hm ann"));
  const Turn of_bob = harness.handle(from("bob", "hm bob"));
  CHECK(of_ann.session == "s1");
  CHECK(of_bob.session != "s1");
  CHECK_FALSE(of_bob.continued);
  CHECK(of_bob.continuation_id != of_ann.continuation_id);
  CHECK(harness.handle(from("bob", "hm again")).continuation_id == of_bob.continuation_id);
  CHECK(harness.handle(from("bob", "hm by name", of_bob.session)).continuation_id == of_bob.continuation_id);
  CHECK(harness.handle(from("ann", "hm too")).continuation_id == of_ann.continuation_id);
  CHECK(harness.say("hm nobody").continuation_id == of_ann.continuation_id);
  CHECK(texts_of(harness, "s1") == Lines{"hm ann", "hm too", "hm nobody"});
  CHECK(texts_of(harness, of_bob.session) == Lines{"hm bob", "hm again", "hm by name"});
  CHECK(*harness.engine->session_of("s1", "ann") == "s1");
  CHECK(*harness.engine->session_of("s1", "bob") == of_bob.session);
  CHECK(*harness.engine->session_of("s1", "") == "s1");

  Request by_id = from("bob", "hm");
  by_id.session.clear();
  by_id.continuation_id = of_ann.continuation_id;
  CHECK(harness.engine->handle(by_id).error().code == ErrorCode::kInvalidRequest);
  CHECK(harness.engine->handle(from("ann", "hm", of_bob.session)).value().session != of_bob.session);

  SECTION("the other user keeps the session when the first user is forgotten") {
    CHECK(forgotten(harness, "ann").size() == 2);
    CHECK(harness.handle(from("bob", "hm")).continuation_id == of_bob.continuation_id);
    CHECK(harness.handle(from("eve", "hm")).session == "s1");
  }
  SECTION("the erasure of the other user leaves the session of the first user") {
    CHECK(forgotten(harness, "bob") == Lines{of_bob.session});
    CHECK(texts_of(harness, "s1").size() == 3);
    CHECK(harness.handle(from("bob", "hm")).session == of_bob.session);
  }
}

TEST_CASE("the longest names also lead to a session of each user") {
  EngineHarness harness(create_memory_store(), bot_with_own_sessions());
  std::set<std::string> sessions;
  for (const char end : {'a', 'b'}) {
    for (const char* user : {"ann", "bob", "eve"}) {
      sessions.insert(harness.handle(from(user, "hm", std::string(127, 'x') + end)).session);
    }
  }
  CHECK(sessions.size() == 6);
  for (const std::string& session : sessions) CHECK(session.size() <= 128);
}

TEST_CASE("session_of() names the session of a request, or refuses it like the request") {
  EngineHarness harness;
  CHECK(*harness.engine->session_of("s1", "bob") == "s1");
  harness.handle(from("ann", "news"));
  CHECK(*harness.engine->session_of("s1", "ann") == "s1");
  CHECK(*harness.engine->session_of("s1", "") == "s1");
  CHECK(harness.engine->session_of("s1", "bob").error().code == ErrorCode::kInvalidRequest);
}
