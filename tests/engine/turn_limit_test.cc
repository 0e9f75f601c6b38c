// The limit of turns, and the window of a context: two settings that do not touch each other.
#include <set>

#include <catch2/catch.hpp>

#include "engine/desk.h"

using namespace parley;

TEST_CASE("X16: at the limit of turns a person takes over, unless the bot says otherwise") {
  Desk desk(memory_store(), desk_with("{max_turns: 2}"));
  desk.say("news");
  desk.say("news");
  const Turn third = desk.say("news");
  CHECK(third.status == Status::kHandoff);
  CHECK(std::get<Handoff>(third.steps.back()).reason == "max_turns");
  CHECK(desk.store->load("s1")->value().turns == 3);
}

TEST_CASE("F137, X16: with a limit of three turns the oldest goes, and turn 2 is the first of the last three") {
  Desk desk(memory_store(), desk_with("{max_turns: 3, at_limit: trim}"));
  for (int turn = 1; turn <= 4; ++turn) {
    CHECK(desk.say("Turn " + std::to_string(turn)).status != Status::kHandoff);
  }
  std::vector<std::string> said;
  for (const Message& message : *desk.store->messages("s1", 100)) {
    if (message.role == Role::kUser) said.push_back(message.text);
  }
  CHECK(said == std::vector<std::string>{"Turn 2", "Turn 3", "Turn 4"});
  CHECK(desk.store->record("s1")->value().turns.size() == 3);
  CHECK(desk.store->load("s1")->value().turns == 4);
}

TEST_CASE("X16: the window of a context limits what is shown, not what is kept") {
  const std::string bot = desk_with("{max_turns: 4, at_limit: refuse}");
  Desk desk(memory_store(), bot + "memory: {max_turns: 2, notes: false}\n");
  for (int turn = 1; turn <= 4; ++turn) desk.say("Turn " + std::to_string(turn));
  std::set<std::int64_t> shown;
  const auto made = desk.engine->context("s1");
  REQUIRE(made);
  for (const Message& message : made->context.messages) shown.insert(message.turn);
  CHECK(shown == std::set<std::int64_t>{3, 4});
  CHECK(desk.store->record("s1")->value().turns.size() == 4);
  CHECK(desk.say("Turn 5").reason == "max_turns");
}
