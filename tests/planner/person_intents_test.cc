// Tests intents that lead straight to a person (docs/dialog.md, rule 11.7).
#include "planner/person_intents.h"

#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kPersonBank = R"(
parley: 1
bot: {id: bank}
tools: {accounts.pay: {kind: host}}
replies: {handoff: A colleague takes over.}
intents:
  - id: pay
    match: [{regex: pay}]
    params:
      amount: {type: number, required: true, ask: "How much?"}
      to: {type: free_text, required: true, ask: "To whom?"}
    confirm: Pay {amount} to {to}?
    steps: [{tool: accounts.pay, with: {amount: '{amount}'}}]
  - id: quiz
    match: [{regex: quiz}]
    interruptible: false
    params: {answer: {type: number, required: true, ask: "Two and two?"}}
    steps: [{say: Right.}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: Nine to five.}]
  - id: angry
    match: [{regex: useless}]
    steps: [{say: I am sorry.}, {handoff: angry}]
  - id: patient
    match: [{regex: adviser}]
    interrupts: false
    steps: [{handoff: adviser}]
  - id: form
    match: [{regex: form}]
    params: {what: {type: free_text, required: true, ask: "What?"}}
    steps: [{handoff: form}]
)";

Talk adviser_bank() { return Talk(read(kPersonBank)); }

const std::string kAngry = "say I am sorry. | say A colleague takes over. | handoff angry | handoff";

FlatMessage with_further(FlatMessage message, const std::string& intent) {
  message.further.push_back({wants(intent).candidates.front(), {}, {}});
  return message;
}

}  // namespace

TEST_CASE("11.7 only an intent that says something and hands over leads straight to a person") {
  const config::BotDefinition bot = read(kPersonBank);
  for (const char* intent : {"angry", "patient"}) CHECK(leads_to_person(*bot.find_intent(intent)));
  for (const char* intent : {"pay", "hours", "form"}) CHECK_FALSE(leads_to_person(*bot.find_intent(intent)));
}

TEST_CASE("11.7 anger leads to a person at once, whatever else is open or said") {
  SECTION("nothing is open") { CHECK(adviser_bank()(wants("angry")) == kAngry); }
  SECTION("next to another intent, which waits") {
    Talk talk = adviser_bank();
    CHECK(talk(with_further(wants("pay", {good("amount", 5)}), "angry")) == kAngry);
    REQUIRE(talk.state().queue.size() == 1);
    CHECK(talk.state().queue[0].params.at("amount").value == Value(5));
  }
  SECTION("at a closed question, next to its answer, which is kept") {
    Talk talk = adviser_bank();
    talk(wants("pay"));
    FlatMessage message = wants("angry");
    message.answers = {good("amount", 5)};
    CHECK(talk(message) == kAngry);
    REQUIRE(talk.state().frames.size() == 1);
    CHECK(talk.state().frames[0].params.at("amount").value == Value(5));
  }
  SECTION("at a question for a free text, which does not take it") {
    Talk talk = adviser_bank();
    talk(wants("pay", {good("amount", 5)}));
    FlatMessage message = wants("angry");
    message.answers = {good("to", "you are useless")};
    message.answers[0].whole_message = true;
    CHECK(talk(message) == kAngry);
    CHECK(talk.state().frames[0].params.count("to") == 0);
  }
  SECTION("at a confirmation, whatever it says about it") {
    for (const Act act : {Act::kInform, Act::kDeny, Act::kAffirm, Act::kCancel}) {
      Talk talk = adviser_bank();
      talk(wants("pay", {good("amount", 5), good("to", "Ann")}));
      FlatMessage message = wants("angry");
      message.act = act;
      CHECK(talk(message) == kAngry);
      CHECK_FALSE(talk.state().frames[0].confirmed);
    }
  }
  SECTION("in an intent that nothing else may interrupt") {
    Talk talk = adviser_bank();
    talk(wants("quiz"));
    CHECK(talk(wants("angry")) == kAngry);
  }
}

TEST_CASE("11.7 while a tool runs, the bot hands over and the intent keeps waiting for the result") {
  Talk talk = adviser_bank();
  talk(wants("pay", {good("amount", 5), good("to", "Ann")}));
  talk(says(Act::kAffirm));
  CHECK(talk(wants("angry")) == "say A colleague takes over. | handoff angry | handoff");
  CHECK(talk.state().waiting);
  CHECK(talk(ok({})) == "handoff");
}

TEST_CASE("11.7 with `interrupts: false` the intent waits like any other") {
  Talk talk = adviser_bank();
  talk(wants("pay"));
  CHECK(talk(wants("patient")) == "say Let us finish this first. | ask amount 1: How much? | waiting");
}

TEST_CASE("11.7 a message that cancels everything does so") {
  Talk talk = adviser_bank();
  talk(wants("pay"));
  FlatMessage message = with_further(says(Act::kCancelAll), "angry");
  CHECK(talk(message) == "say All right, I have cancelled everything. | " + kAngry);
  CHECK(talk.state().frames.empty());
}
