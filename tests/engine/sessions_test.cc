// Sessions as the engine keeps them: how long they live, what is refused, what is forgotten.
#include <functional>
#include <thread>
#include <utility>

#include <catch2/catch.hpp>

#include "engine/desk.h"
#include "memory/forwarding_store.h"

using namespace parley;

namespace {

Request must_exist(const std::string& text) {
  Request request = Request::text("s1", text);
  request.must_exist = true;
  return request;
}

// A commit of its own before the one that is asked for: as if another process had been faster.
class FasterOther final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  std::function<void(SessionStore&)> before_commit = [](SessionStore&) {};
  Result<void> commit(const Commit& commit) override {
    std::exchange(before_commit, [](SessionStore&) {})(*inner());
    return inner()->commit(commit);
  }
};

}  // namespace

TEST_CASE("X3, X68: live, expired and unknown sessions are distinguished") {
  Desk desk(memory_store(), desk_with("{ttl: 1h, retention: 2h}"));
  const auto standing = [&] { return *session_status(*desk.store, "s1", desk.clock->now()); };
  CHECK(standing() == SessionStatus::kUnknown);
  CHECK(desk.engine->handle(must_exist("news")).error().code == ErrorCode::kUnknownSession);
  CHECK(desk.store->counts(0)->sessions == 0);  // neither the engine's start nor a refused request stores one

  desk.say("news");
  CHECK(standing() == SessionStatus::kLive);
  CHECK(desk.handle(must_exist("news")).continued);

  desk.clock->set(desk.clock->now() + 60 * kMinute);
  CHECK(standing() == SessionStatus::kExpired);
  CHECK(desk.engine->handle(must_exist("news")).error().code == ErrorCode::kSessionExpired);

  desk.clock->set(desk.clock->now() + 61 * kMinute);
  CHECK(desk.engine->sweep()->erased == 1);
  CHECK(standing() == SessionStatus::kExpired);  // nothing of it is left but that
  CHECK(desk.engine->handle(must_exist("news")).error().code == ErrorCode::kSessionExpired);
  const Turn anew = desk.say("news");
  CHECK_FALSE(anew.continued);
  CHECK(anew.reason == "expired");
  CHECK(anew.seq == 1);
  CHECK(standing() == SessionStatus::kLive);
}

TEST_CASE("X2: an expired session restarts only with a message that asks for it") {
  Desk desk;
  desk.say("track");
  desk.clock->set(desk.clock->now() + 60 * kMinute);
  Request silence;
  silence.session = "s1";
  silence.input = SessionEvent::kSilence;
  const Turn turn = desk.handle(silence);
  CHECK(turn.reason == "expired");
  CHECK_FALSE(turn.continued);
  CHECK(desk.store->load("s1")->value().frames.empty());
}

TEST_CASE("X71: a conversation ends at its maximum age, whatever is said in it") {
  Desk desk(memory_store(), desk_with("{ttl: 1h, max_age: 90m}"));
  const Turn first = desk.say("news");
  desk.clock->set(desk.clock->now() + 50 * kMinute);
  CHECK(desk.say("news").continued);
  CHECK(desk.store->load("s1")->value().expires_at == 1'000'000 + 90 * kMinute);
  desk.clock->set(desk.clock->now() + 40 * kMinute);
  const Turn anew = desk.say("news");
  CHECK(anew.reason == "expired");
  CHECK(anew.continuation_id != first.continuation_id);
  desk.clock->set(desk.clock->now() + 50 * kMinute);
  CHECK(desk.say("news").continued);
}

TEST_CASE("X24: setting a clock back makes no session immortal") {
  Desk desk;
  desk.say("news");
  desk.clock->set(0);
  CHECK(desk.say("news").continued);  // now it rests since 0
  desk.clock->set(60 * kMinute);
  CHECK(desk.say("news").reason == "expired");
}

TEST_CASE("X16: a conversation at its turn limit is refused, rolled over or trimmed, as configured") {
  SECTION("refused: the user is told, and nothing is stored") {
    Desk desk(memory_store(), desk_with("{max_turns: 2, at_limit: refuse}"));
    desk.say("news");
    desk.say("track");
    const SessionState before = desk.store->load("s1")->value();
    const Turn refused = desk.say("o12345");
    CHECK(refused.reason == "max_turns");
    CHECK(refused.say == Lines{"This conversation has become too long. Please begin a new one."});
    CHECK(refused.seq == 2);
    CHECK(desk.store->load("s1")->value() == before);
  }
  SECTION("rolled over: when nothing is open, another conversation begins") {
    Desk desk(memory_store(), desk_with("{max_turns: 2, at_limit: roll_over}"));
    desk.tool("orders.track", in_lyon);
    const Turn first = desk.say("news");
    desk.say("track");
    CHECK(desk.say("o12345").continued);  // the answer to an open question is taken
    const Turn anew = desk.say("news");
    CHECK_FALSE(anew.continued);
    CHECK(anew.reason == "rolled_over");
    CHECK(anew.seq == 4);
    CHECK(anew.continuation_id != first.continuation_id);
    CHECK(desk.say("news").continued);
    CHECK(desk.say("news").reason == "rolled_over");
  }
}

TEST_CASE("X18, X55: turns are trimmed as whole exchanges, never between a question and its answer") {
  Desk desk(memory_store(), desk_with("{max_turns: 3, at_limit: trim}"));
  desk.tool("orders.track", in_lyon);
  const auto first_kept = [&] { return desk.store->record("s1")->value().turns.front().turn.seq; };
  desk.say("news");    // 1
  desk.say("track");   // 2: asks
  desk.say("o12345");  // 3: answers 2
  CHECK(first_kept() == 1);
  desk.say("news");  // 4
  CHECK(first_kept() == 2);
  desk.say("news");  // 5: three turns would begin with the answer
  CHECK(first_kept() == 2);
  desk.say("news");  // 6
  CHECK(first_kept() == 4);

  const SessionRecord record = desk.store->record("s1")->value();
  std::int64_t bytes = 0;
  for (const Message& message : record.messages) {
    CHECK(message.turn >= 4);
    bytes += static_cast<std::int64_t>(message.text.size());
  }
  CHECK(record.state.bytes == bytes);
  CHECK(record.state.trimmed + 1 == record.messages.front().seq);
  CHECK(record.state.messages == record.messages.back().seq);
  CHECK(record.state.turns == 6);
}

TEST_CASE("a trimming session continues after it reported that a question had lapsed") {
  Desk desk(memory_store(), desk_with("{ttl: 1h, max_turns: 2, at_limit: trim}"));
  desk.say("track my order");
  desk.clock->set(desk.clock->now() + 3'600'000);
  const Turn turn = desk.say("news");
  CHECK(turn.reason == "expired");
  CHECK(turn.say.front() == "It has been a while.");
  for (int i = 0; i < 5; ++i) desk.say("news");
  const SessionRecord record = **desk.store->record("s1");
  CHECK(record.state.trimmed + 1 == record.messages.front().seq);
}

TEST_CASE("a trimming session keeps at most its limit and the exchange around it, however long it is") {
  Desk desk(memory_store(), desk_with("{max_turns: 10, at_limit: trim}"));
  for (int turn = 1; turn <= 60; ++turn) {
    desk.say(turn % 4 == 1 ? "track" : turn % 4 == 3 ? "cancel" : "hm");  // asks, is judged, ends
    const std::size_t kept = desk.store->record("s1")->value().turns.size();
    CHECK(kept == std::min<std::size_t>(turn, std::max<std::size_t>(kept, 10)));
    CHECK(kept <= 13);
    CHECK(desk.store->load("s1")->value().starts.size() <= kept);
  }
}

TEST_CASE("X21, X60: sessions, bytes and messages are limited, each with its own error") {
  SECTION("sessions") {
    Desk desk;
    desk.limits.max_sessions = 2;
    desk.open();
    for (const char* session : {"a", "b"}) desk.handle(Request::text(session, "news"));
    CHECK(desk.engine->handle(Request::text("c", "news")).error().code == ErrorCode::kLimitExceeded);
    CHECK(desk.handle(Request::text("a", "news")).continued);
    CHECK(desk.store->counts(0)->sessions == 2);
    REQUIRE(desk.store->erase({{"b", 0, 0}}));
    desk.handle(Request::text("c", "news"));
  }
  SECTION("sessions, of which the one that rested longest gives way") {
    Desk desk;
    desk.limits.max_sessions = 2;
    desk.limits.evict_oldest = true;
    desk.open();
    for (const char* session : {"a", "b", "a", "c"}) {
      desk.clock->set(desk.clock->now() + 1);
      desk.handle(Request::text(session, "news"));
    }
    CHECK_FALSE(desk.store->load("b")->has_value());
    CHECK(desk.store->load("a")->has_value());
    CHECK(desk.handle(Request::text("b", "news")).reason == "expired");
  }
  SECTION("bytes of a session") {
    Desk desk;
    desk.limits.max_session_bytes = 20;
    desk.open();
    desk.say("news, and so on and so on");
    const auto refused = desk.engine->handle(Request::text("s1", "news"));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kLimitExceeded);
    CHECK(desk.store->load("s1")->value().turns == 1);
  }
  SECTION("bytes of a message") {
    Desk desk;
    desk.limits.max_message_bytes = 20;
    desk.open();
    desk.say(std::string(20, 'a'));
    const auto refused = desk.engine->handle(Request::text("s1", std::string(21, 'a')));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kMessageTooLong);
    CHECK(desk.store->load("s1")->value().turns == 1);
  }
}

TEST_CASE("a sweep erases sessions idle longer than their retention, and nothing else") {
  Desk desk(memory_store(), desk_with("{retention: 1h}"));
  for (const char* session : {"old", "kept", "young"}) desk.handle(Request::text(session, "news"));
  SessionNotes archived;
  archived.archived_at = 1;
  REQUIRE(*desk.engine->annotate("kept", archived));
  desk.clock->set(desk.clock->now() + 30 * kMinute);
  desk.handle(Request::text("young", "news"));
  desk.clock->set(desk.clock->now() + 31 * kMinute);
  const auto swept = desk.engine->sweep();
  REQUIRE(swept);
  CHECK(swept->erased == 1);
  CHECK(swept->remaining == 1);  // without the archived one
  CHECK_FALSE(desk.store->load("old")->has_value());
  CHECK(desk.store->load("kept")->has_value());
  CHECK(desk.store->load("young")->has_value());
}

TEST_CASE("X3: a swept session is reported as expired for the same period again, and then as unknown") {
  Desk desk(memory_store(), desk_with("{retention: 1h}"));
  desk.say("news");
  desk.clock->set(desk.clock->now() + 61 * kMinute);
  for (const auto& [minutes, standing] :
       {std::pair{0, SessionStatus::kExpired}, std::pair{15, SessionStatus::kExpired},
        std::pair{30, SessionStatus::kExpired}, std::pair{90, SessionStatus::kUnknown}}) {
    INFO(minutes);
    desk.clock->set(desk.clock->now() + minutes * kMinute);
    REQUIRE(desk.engine->sweep());
    CHECK(*session_status(*desk.store, "s1", desk.clock->now()) == standing);
  }
}

TEST_CASE("a sweeper leaves the sessions of other bots alone") {
  std::string another = desk_with("{retention: 100h}");
  another.replace(another.find("id: desk"), 8, "id: other");
  Desk desk(memory_store(), desk_with("{retention: 1h}")), other(desk.store, another);
  other.say("news");
  desk.clock->set(desk.clock->now() + 61 * kMinute);
  CHECK(desk.engine->sweep()->erased == 0);
  CHECK(desk.store->load("s1")->has_value());
}

TEST_CASE("X20: the sweeper may be stopped at any time, and sweeps automatically until then") {
  Desk desk(memory_store(), desk_with("{retention: 1ms}"));
  desk.say("news");
  EngineOptions options;
  options.sweep_every = 1;
  options.clock = std::make_shared<ManualClock>(2'000'000);
  const auto engine = *Engine::create(desk.catalog, desk.store, options);
  while (desk.store->load("s1")->has_value()) std::this_thread::yield();
  CHECK(desk.store->expired("s1")->has_value());
}

TEST_CASE("X58: a user is stored as a hash, and found and erased by it") {
  Desk desk;
  Request request = Request::text("s1", "news");
  request.user = "anna@example.com";
  desk.handle(request);
  desk.handle(Request::text("s2", "news"));  // not known yet
  request.session = "s2";
  desk.handle(request);
  desk.handle(Request::text("s3", "news"));

  const std::string hash = desk.engine->user_hash("anna@example.com");
  CHECK(hash.find("anna") == std::string::npos);
  SessionQuery query;
  query.user = hash;
  CHECK(desk.store->list(query)->size() == 2);
  CHECK(forget_user(*desk.store, hash)->sessions.size() == 2);
  CHECK(desk.store->list({})->size() == 1);

  // Without the key nobody finds out whose session it is by trying names.
  const auto hash_with = [&](const std::string& key) {
    desk.user_key = key;
    desk.open();
    return desk.engine->user_hash("anna@example.com");
  };
  CHECK(hash_with("one key") == hash_with("one key"));
  CHECK(hash_with("one key") != hash_with("another key"));
  CHECK(hash_with("one key") != hash);
}

TEST_CASE("X39: a title is redacted; a session without one is named by intent and day") {
  Desk desk;
  desk.say("track");
  const auto title = [&] { return title_of(desk.store->summary("s1")->value()); };
  CHECK(title() == "track, 1970-01-01");
  SessionNotes notes;
  notes.title = "Where is o12345 of eve@example.com?";
  notes.metadata = {{"mail", "eve@example.com"}, {"stars", 5}};
  REQUIRE(*desk.engine->annotate("s1", notes));
  CHECK(title() == "Where is {order_id} of {email}?");
  CHECK(desk.store->summary("s1")->value().notes.metadata == Value::Object{{"mail", "{email}"}, {"stars", 5}});
  CHECK_FALSE(*desk.engine->annotate("s2", notes));
}

TEST_CASE("usage is summed by session") {
  Desk desk;
  desk.tool("orders.track", [](const ToolCall& call) {
    ToolOutcome outcome = in_lyon(call);
    outcome.usage = {1, 2, 3};
    return outcome;
  });
  Request request = Request::text("s1", "track o12345");
  request.usage = {100, 20, 7};
  desk.handle(request);
  CHECK(desk.store->summary("s1")->value().usage == Usage{101, 22, 10});
}

TEST_CASE("F84: a session that has used up its limit is refused, except for tool results") {
  const auto used = [](Desk& desk, Usage usage, const char* text = "news") {
    Request request = Request::text("s1", text);
    request.usage = usage;
    return desk.engine->handle(request);
  };
  for (const bool by_cost : {false, true}) {
    INFO(by_cost);
    Desk desk;
    (by_cost ? desk.limits.max_session_cost : desk.limits.max_session_tokens) = 100;
    desk.open();
    desk.tool("orders.track", {});
    REQUIRE(used(desk, by_cost ? Usage{0, 0, 99} : Usage{90, 9, 0}));
    const auto called = used(desk, by_cost ? Usage{0, 0, 1} : Usage{1, 0, 0}, "track o12345");
    REQUIRE(called);
    const auto refused = used(desk, {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kLimitExceeded);
    CHECK(refused.error().message.find(by_cost ? "max_session_cost" : "max_session_tokens") != std::string::npos);
    CHECK(desk.store->load("s1")->value().turns == 2);
    Request result;
    result.session = "s1";
    result.input = ToolResult{std::get<ToolCall>(called->steps.at(0)).call_id, ToolOutcome::failed("no")};
    CHECK(desk.engine->handle(result));
    CHECK(desk.engine->handle(Request::text("s2", "news")));
  }
}

TEST_CASE("the error of a limit gives the usage and the limit") {
  Desk desk;
  desk.limits.max_session_tokens = 100;
  desk.open();
  Request request = Request::text("s1", "news");
  request.usage = {200, 50, 0};
  desk.handle(request);
  const auto refused = desk.engine->handle(Request::text("s1", "news"));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "the session has used 250 tokens, and may use 100 (Limits::max_session_tokens)");
}

TEST_CASE("each tool call is recorded: started, and its outcome") {
  Desk desk;
  desk.tool("refunds.create", [](const ToolCall&) { return ToolOutcome::failed("no"); });
  const auto calls = [&] { return desk.store->record("s1")->value().calls; };
  const Turn handed_out = desk.say("track o12345");
  REQUIRE(calls().size() == 1);
  CHECK(calls()[0].status == CallRecord::Status::kStarted);
  CHECK(calls()[0].tool == "orders.track");
  CHECK(calls()[0].ended_at == 0);

  const ToolCall call = std::get<ToolCall>(handed_out.steps.at(0));
  CHECK(calls()[0].idempotency_key == call.idempotency_key);
  desk.clock->set(desk.clock->now() + 5);
  Request result;
  result.session = "s1";
  result.input = ToolResult{call.call_id, in_lyon(call)};
  desk.handle(result);
  CHECK(calls()[0].status == CallRecord::Status::kDone);
  CHECK(calls()[0].ended_at == calls()[0].started_at + 5);

  desk.say("refund o12345");
  REQUIRE(calls().size() == 2);
  CHECK(calls()[1].status == CallRecord::Status::kFailed);
  desk.say("news");
  CHECK(calls().size() == 2);  // a mock does nothing in the world
}

TEST_CASE("X59: a turn is retried when another process writes the session, and the caller sees one turn") {
  const auto store = std::make_shared<FasterOther>(memory_store());
  Desk desk(store);
  desk.say("news");
  Desk other(store);
  store->before_commit = [&](SessionStore&) { other.say("track"); };
  const Turn turn = desk.say("o12345");
  CHECK(turn.seq == 3);
  CHECK(turn.intent == "track");
}

TEST_CASE("an erase during a turn wins: the session does not come back with half of its history") {
  const auto store = std::make_shared<FasterOther>(memory_store());
  Desk desk(store);
  desk.say("news");
  store->before_commit = [&](SessionStore& inner) { REQUIRE(inner.erase({{"s1", 0, 0}})); };
  const auto late = desk.engine->handle(Request::text("s1", "track"));
  REQUIRE_FALSE(late);
  CHECK(late.error().code == ErrorCode::kUnknownSession);
  CHECK_FALSE(desk.store->load("s1")->has_value());
}
