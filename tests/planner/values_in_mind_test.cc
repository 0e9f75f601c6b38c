// Tests values that the user has said before the intent that needs them (docs/dialog.md, section 15).
#include <catch2/catch.hpp>

#include "memory/codec.h"
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kDesk = R"(
parley: 1
bot: {id: desk}
session: {follow_up: 10m}
entities:
  ticket: {patterns: ['T-\d+']}
  badge: {patterns: ['B-\d+']}
  fault: {values: {broken: [], lost: []}}
intents:
  - id: look
    match: [{regex: look}]
    params: {ticket: {type: ticket, required: true, ask: Which ticket?}}
    steps: [{say: 'Found {ticket}.'}]
  - id: close
    match: [{regex: close}]
    params:
      ticket: {type: ticket, required: true, ask: Which one?}
      fault: {type: fault, required: true, ask: What was it?}
      code: {type: number, required: true, ask: Code?}
    confirm: Close {ticket}?
    steps: [{say: Closed.}]
  - id: ring
    match: [{regex: ring}]
    params:
      ticket: {type: ticket, required: true, ask: For which?}
      fault: {type: fault, required: true, ask: What fault?}
    steps: [{tool: t, with: {ticket: '{ticket}', fault: '{fault}'}}, {say: Rung.}]
  - id: enter
    match: [{regex: enter}]
    params: {badge: {type: badge, required: true, sensitive: true, ask: Your badge?}}
    steps: [{say: In.}]
tools: {t: {}}
)";

Talk desk() { return Talk(read(kDesk)); }

FlatMessage mentions(std::vector<UntakenValue> values, FlatMessage message = {}) {
  message.untaken = std::move(values);
  return message;
}

FlatMessage refers(FlatMessage message) {
  message.refers_back = true;
  return message;
}

const UntakenValue kTicket{"ticket", "T-1", {}};
const UntakenValue kOtherTicket{"ticket", "T-2", {}};
const UntakenValue kBroken{"fault", "broken", {}};

}  // namespace

TEST_CASE("15.1 an intent takes values of earlier messages that no param took") {
  Talk talk = desk();
  talk(mentions({kTicket, kBroken}));
  CHECK(talk(wants("close")) == "ask code 1: Code? | waiting");
  CHECK(talk.trace() == std::vector<std::string>{"start close", "from_before close.ticket", "from_before close.fault",
                                                 "ask close.code"});
  CHECK(talk.state().in_mind.empty());
  CHECK(talk(answers({good("code", 5)})) == "confirm: Close T-1? | waiting");
}

TEST_CASE("15.1 a value of the message itself takes precedence, also an invalid one") {
  Talk talk = desk();
  talk(mentions({kTicket}));
  CHECK(talk(wants("look", {good("ticket", "T-9")})) == "say Found T-9. | done");
  talk(mentions({kTicket}));
  CHECK(talk(wants("look", {bad("ticket", "No such ticket.")})) ==
        "say No such ticket. | ask ticket 1: Which ticket? | waiting");
}

TEST_CASE("15.1 of several values, none is taken") {
  Talk talk = desk();
  talk(mentions({kTicket}));
  talk(mentions({kOtherTicket}));
  CHECK(talk(wants("look")) == "ask ticket 1: Which ticket? | waiting");
}

TEST_CASE("15.1 private types and numbers are not kept") {
  Talk talk = desk();
  talk(mentions({{"badge", "B-1", {}}, {"number", 5, {}}}));
  CHECK(talk.state().in_mind.empty());
}

TEST_CASE("15.1 without a confirmation, an action takes no word of a list") {
  Talk talk = desk();
  talk(mentions({kTicket, kBroken}));
  CHECK(talk(wants("ring")) == "ask fault 1: What fault? | waiting");
  CHECK(talk.state().frames.back().params.at("ticket").value == Value("T-1"));
}

TEST_CASE("15.2 values are kept for three messages, and not longer than session.follow_up") {
  for (const bool is_late : {false, true}) {
    Talk talk = desk();
    talk(mentions({kTicket}));
    talk(says(Act::kThank));
    talk(says(Act::kThank));
    if (is_late) talk.now += 600'000;
    CHECK(talk(wants("look")) == (is_late ? "ask ticket 1: Which ticket? | waiting" : "say Found T-1. | done"));
  }
  Talk talk = desk();
  talk(mentions({kTicket}));
  for (int i = 0; i < 3; ++i) talk(says(Act::kThank));
  CHECK(talk(wants("look")) == "ask ticket 1: Which ticket? | waiting");
}

TEST_CASE("15.3 values of the intent that ended last need a reference") {
  Talk talk = desk();
  talk(wants("look", {good("ticket", "T-1")}));
  CHECK(talk(wants("close")) == "ask ticket 1: Which one? | waiting");
  talk(says(Act::kCancel));
  talk(wants("look", {good("ticket", "T-1")}));
  CHECK(talk(refers(wants("close"))) == "ask fault 1: What was it? | waiting");
}

TEST_CASE("15.3 an action without a confirmation needs words that refer to it") {
  Talk talk = desk();
  talk(wants("look", {good("ticket", "T-1")}));
  CHECK(talk(wants("ring")) == "ask ticket 1: For which? | waiting");
  talk(says(Act::kCancel));
  talk(wants("look", {good("ticket", "T-1")}));
  CHECK(talk(refers(wants("ring"))) == "ask fault 1: What fault? | waiting");
}

TEST_CASE("15.3 a cancelled intent also leaves its values, and replaces those of earlier intents") {
  Talk talk = desk();
  talk(wants("look", {good("ticket", "T-1")}));
  talk(wants("close", {good("ticket", "T-2")}));
  talk(says(Act::kCancel));
  CHECK(talk(refers(wants("look"))) == "say Found T-2. | done");
}

TEST_CASE("15.4 a reset, the end and a handoff drop the values") {
  for (const Sent& event : {Sent(SessionEvent::kReset), Sent(SessionEvent::kEnd), Sent(says(Act::kHuman))}) {
    Talk talk = desk();
    talk(mentions({kTicket}));
    REQUIRE(talk.state().in_mind.size() == 1);
    talk(event);
    CHECK(talk.state().in_mind.empty());
  }
}

TEST_CASE("15.5 a value that no intent takes is offered to the intents that need it") {
  Talk talk = desk();
  FurtherIntent taker{wants("look").candidates.front(), {good("ticket", "T-1")}, {}};
  FlatMessage message = mentions({kTicket});
  message.takers = {taker};
  const std::string asked = talk(message);
  CHECK(asked.find("ask") == 0);
  CHECK(talk.state().unmatched == 0);
  CHECK(talk.trace() == std::vector<std::string>{"did_you_mean look"});
  talk(message);
  CHECK(talk.state().unmatched == 1);
  CHECK(talk(picks(0)) == "say Found T-1. | done");
}

TEST_CASE("15.4 a store keeps the values") {
  Talk talk = desk();
  talk(mentions({kTicket}));
  std::string json;
  memory::append_state_json(json, talk.state());
  const auto read = memory::state_from_json(json);
  REQUIRE(read);
  CHECK(*read == talk.state());
}
