// Tests how long a session lives, and its limits of age and turns.
#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

namespace {

Request must_exist(const std::string& text) {
  Request request = Request::text("s1", text);
  request.must_exist = true;
  return request;
}

}  // namespace

TEST_CASE("X3, X68: live, expired and unknown sessions are distinguished") {
  EngineHarness harness(create_memory_store(), bot_with_session("{ttl: 1h, retention: 2h}"));
  const auto standing = [&] { return *session_status(*harness.store, "s1", harness.clock->now()); };
  CHECK(standing() == SessionStatus::kUnknown);
  CHECK(harness.engine->handle(must_exist("news")).error().code == ErrorCode::kUnknownSession);
  CHECK(harness.store->counts(0)->sessions == 0);  // starting an engine or refusing a request stores no session

  harness.say("news");
  CHECK(standing() == SessionStatus::kLive);
  CHECK(harness.handle(must_exist("news")).continued);

  harness.clock->set(harness.clock->now() + 60 * kMinute);
  CHECK(standing() == SessionStatus::kExpired);
  CHECK(harness.engine->handle(must_exist("news")).error().code == ErrorCode::kSessionExpired);

  harness.clock->set(harness.clock->now() + 61 * kMinute);
  CHECK(harness.engine->sweep()->erased == 1);
  CHECK(standing() == SessionStatus::kExpired);  // the store keeps only the record that it expired
  CHECK(harness.engine->handle(must_exist("news")).error().code == ErrorCode::kSessionExpired);
  const Turn restarted = harness.say("news");
  CHECK_FALSE(restarted.continued);
  CHECK(restarted.reason == "expired");
  CHECK(restarted.seq == 1);
  CHECK(standing() == SessionStatus::kLive);
}

TEST_CASE("X2: a silence event does not continue an expired session, and the response says that it expired") {
  EngineHarness harness;
  harness.say("track");
  harness.clock->set(harness.clock->now() + 60 * kMinute);
  Request silence;
  silence.session = "s1";
  silence.input = SessionEvent::kSilence;
  const Turn turn = harness.handle(silence);
  CHECK(turn.reason == "expired");
  CHECK_FALSE(turn.continued);
  CHECK(harness.store->load("s1")->value().frames.empty());
}

TEST_CASE("X71: even an active conversation expires at its maximum age") {
  EngineHarness harness(create_memory_store(), bot_with_session("{ttl: 1h, max_age: 90m}"));
  const Turn first = harness.say("news");
  harness.clock->set(harness.clock->now() + 50 * kMinute);
  CHECK(harness.say("news").continued);
  CHECK(harness.store->load("s1")->value().expires_at == 1'000'000 + 90 * kMinute);
  harness.clock->set(harness.clock->now() + 40 * kMinute);
  const Turn restarted = harness.say("news");
  CHECK(restarted.reason == "expired");
  CHECK(restarted.continuation_id != first.continuation_id);
  harness.clock->set(harness.clock->now() + 50 * kMinute);
  CHECK(harness.say("news").continued);
}

TEST_CASE("X24: a session still expires after its clock is set back") {
  EngineHarness harness;
  harness.say("news");
  harness.clock->set(0);
  CHECK(harness.say("news").continued);  // the idle time counts from 0
  harness.clock->set(60 * kMinute);
  CHECK(harness.say("news").reason == "expired");
}

TEST_CASE("X16: a conversation at its turn limit is refused, rolled over or trimmed, as configured") {
  SECTION("refused: the user gets a reply, and nothing is stored") {
    EngineHarness harness(create_memory_store(), bot_with_session("{max_turns: 2, at_limit: refuse}"));
    harness.say("news");
    harness.say("track");
    const SessionState before = harness.store->load("s1")->value();
    const Turn refused = harness.say("o12345");
    CHECK(refused.reason == "max_turns");
    CHECK(refused.say == Lines{"This conversation has become too long. Please begin a new one."});
    CHECK(refused.seq == 2);
    CHECK(harness.store->load("s1")->value() == before);
  }
  SECTION("rolled over: another conversation begins when no question is open") {
    EngineHarness harness(create_memory_store(), bot_with_session("{max_turns: 2, at_limit: roll_over}"));
    harness.tool("orders.track", found_in_lyon);
    const Turn first = harness.say("news");
    harness.say("track");
    CHECK(harness.say("o12345").continued);  // the answer to an open question is accepted
    const Turn restarted = harness.say("news");
    CHECK_FALSE(restarted.continued);
    CHECK(restarted.reason == "rolled_over");
    CHECK(restarted.seq == 4);
    CHECK(restarted.continuation_id != first.continuation_id);
    CHECK(harness.say("news").continued);
    CHECK(harness.say("news").reason == "rolled_over");
  }
}

TEST_CASE("X18, X55: turns are trimmed as whole exchanges, never between a question and its answer") {
  EngineHarness harness(create_memory_store(), bot_with_session("{max_turns: 3, at_limit: trim}"));
  harness.tool("orders.track", found_in_lyon);
  const auto first_kept = [&] { return harness.store->record("s1")->value().turns.front().turn.seq; };
  harness.say("news");    // 1
  harness.say("track");   // 2: asks
  harness.say("o12345");  // 3: answers 2
  CHECK(first_kept() == 1);
  harness.say("news");  // 4
  CHECK(first_kept() == 2);
  harness.say("news");  // 5: keeps turns 2 to 5, because turns 3 to 5 would begin with an answer
  CHECK(first_kept() == 2);
  harness.say("news");  // 6
  CHECK(first_kept() == 4);

  const SessionRecord record = harness.store->record("s1")->value();
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

TEST_CASE("a session that trims continues after the bot said that the conversation had expired") {
  EngineHarness harness(create_memory_store(), bot_with_session("{ttl: 1h, max_turns: 2, at_limit: trim}"));
  harness.say("track my order");
  harness.clock->set(harness.clock->now() + 3'600'000);
  const Turn turn = harness.say("news");
  CHECK(turn.reason == "expired");
  CHECK(turn.say.front() == "It has been a while.");
  for (int i = 0; i < 5; ++i) harness.say("news");
  const SessionRecord record = **harness.store->record("s1");
  CHECK(record.state.trimmed + 1 == record.messages.front().seq);
}

TEST_CASE(
    "a session that trims keeps at most max_turns turns, plus the rest of an exchange that the limit would split") {
  EngineHarness harness(create_memory_store(), bot_with_session("{max_turns: 10, at_limit: trim}"));
  for (int turn = 1; turn <= 60; ++turn) {
    harness.say(turn % 4 == 1 ? "track" : turn % 4 == 3 ? "cancel" : "hm");  // asks, reprompts, cancels
    const std::size_t kept = harness.store->record("s1")->value().turns.size();
    CHECK(kept == std::min<std::size_t>(turn, std::max<std::size_t>(kept, 10)));
    CHECK(kept <= 13);
    CHECK(harness.store->load("s1")->value().starts.size() <= kept);
  }
}
