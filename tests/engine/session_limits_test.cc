// Tests how an open intent limits the life of a session, and that trimming keeps an open question.
#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

TEST_CASE("X71: an open intent can shorten the life of a session but not extend it; the shortest limit applies") {
  struct Case {
    const char* session;
    const char* intent;
    int minutes;  // the session ends after this time while the intent is open; 0: never
  };
  const std::string track = "- id: track\n";
  for (const Case& c : {Case{"{ttl: 1h}", "10m", 10}, Case{"{ttl: 1h}", "5h", 60}, Case{"{ttl: 0}", "10m", 10},
                        Case{"{ttl: 1h, max_age: 4m}", "10m", 4}, Case{"{ttl: 1h}", "0", 60}}) {
    INFO(c.session << ", " << c.intent);
    std::string bot = bot_with_session(c.session);
    bot.replace(bot.find(track), track.size(), track + "    ttl: " + c.intent + "\n");
    EngineHarness harness(create_memory_store(), bot);
    harness.say("track");
    const TimeMs asked = harness.clock->now();
    harness.clock->set(asked + c.minutes * kMinute - 1);
    CHECK(*session_status(*harness.store, "s1", harness.clock->now()) == SessionStatus::kLive);
    harness.clock->set(asked + c.minutes * kMinute);
    CHECK(*session_status(*harness.store, "s1", harness.clock->now()) == SessionStatus::kExpired);
    const Turn late = harness.say("o12345");
    CHECK(late.reason == "expired");
    CHECK(late.say == Lines{"It has been a while.", "Did you mean track, refund, or something else?"});
  }
  // The limit of an intent applies only while the intent is open.
  std::string bot = bot_with_session("{ttl: 1h}");
  bot.replace(bot.find(track), track.size(), track + "    ttl: 10m\n");
  EngineHarness harness(create_memory_store(), bot);
  harness.say("track");
  harness.say("refund");  // the interrupted intent below it still counts
  harness.clock->set(harness.clock->now() + 9 * kMinute);
  harness.say("cancel");
  harness.clock->set(harness.clock->now() + 9 * kMinute);
  CHECK(harness.say("cancel").continued);
  harness.clock->set(harness.clock->now() + 59 * kMinute);
  CHECK(harness.say("news").continued);
}

TEST_CASE("X55: the open question is not trimmed, however many turns are about something else") {
  EngineHarness harness(create_memory_store(), bot_with_session("{max_turns: 2, at_limit: trim}"));
  harness.tool("orders.track", found_in_lyon);
  harness.say("news");   // 1
  harness.say("track");  // 2: asks
  for (int turn = 3; turn <= 12; ++turn) {
    CHECK(harness.say("news").waiting_for_param == "order_id");
    const SessionRecord record = harness.store->record("s1")->value();
    CHECK(record.turns.front().turn.seq == 2);
    CHECK(record.messages.front().text == "track");
    CHECK(record.messages[1].text == "Which order?");
  }
  CHECK(harness.say("o12345").say == Lines{"O-12345 is in Lyon."});
  harness.say("news");
  harness.say("news");
  CHECK(harness.store->record("s1")->value().turns.front().turn.seq > 12);
}
