// How long an open intent lets a session live, and what stays of a session that trims.
#include <catch2/catch.hpp>

#include "engine/desk.h"

using namespace parley;

TEST_CASE("X71: an open intent may end a session sooner but never later; the shortest limit wins") {
  struct Case {
    const char* session;
    const char* intent;
    int minutes;  // after which the session is over while the intent is open; 0: never
  };
  const std::string track = "- id: track\n";
  for (const Case& c : {Case{"{ttl: 1h}", "10m", 10}, Case{"{ttl: 1h}", "5h", 60}, Case{"{ttl: 0}", "10m", 10},
                        Case{"{ttl: 1h, max_age: 4m}", "10m", 4}, Case{"{ttl: 1h}", "0", 60}}) {
    INFO(c.session << ", " << c.intent);
    std::string bot = desk_with(c.session);
    bot.replace(bot.find(track), track.size(), track + "    ttl: " + c.intent + "\n");
    Desk desk(memory_store(), bot);
    desk.say("track");
    const TimeMs asked = desk.clock->now();
    desk.clock->set(asked + c.minutes * kMinute - 1);
    CHECK(*session_status(*desk.store, "s1", desk.clock->now()) == SessionStatus::kLive);
    desk.clock->set(asked + c.minutes * kMinute);
    CHECK(*session_status(*desk.store, "s1", desk.clock->now()) == SessionStatus::kExpired);
    const Turn late = desk.say("o12345");
    CHECK(late.reason == "expired");
    CHECK(late.say == Lines{"It has been a while.", "Pardon?"});
  }
  // When the intent has ended, its limit has, too.
  std::string bot = desk_with("{ttl: 1h}");
  bot.replace(bot.find(track), track.size(), track + "    ttl: 10m\n");
  Desk desk(memory_store(), bot);
  desk.say("track");
  desk.say("refund");  // the other one below still counts
  desk.clock->set(desk.clock->now() + 9 * kMinute);
  desk.say("cancel");
  desk.clock->set(desk.clock->now() + 9 * kMinute);
  CHECK(desk.say("cancel").continued);
  desk.clock->set(desk.clock->now() + 59 * kMinute);
  CHECK(desk.say("news").continued);
}

TEST_CASE("X55: the open question is not trimmed, however many turns are about something else") {
  Desk desk(memory_store(), desk_with("{max_turns: 2, at_limit: trim}"));
  desk.tool("orders.track", in_lyon);
  desk.say("news");   // 1
  desk.say("track");  // 2: asks
  for (int turn = 3; turn <= 12; ++turn) {
    CHECK(desk.say("news").waiting_for_param == "order_id");
    const SessionRecord record = desk.store->record("s1")->value();
    CHECK(record.turns.front().turn.seq == 2);
    CHECK(record.messages.front().text == "track");
    CHECK(record.messages[1].text == "Which order?");
  }
  CHECK(desk.say("o12345").say == Lines{"O-12345 is in Lyon."});
  desk.say("news");
  desk.say("news");
  CHECK(desk.store->record("s1")->value().turns.front().turn.seq > 12);
}
