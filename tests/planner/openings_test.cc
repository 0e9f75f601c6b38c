// Tests the texts with which a conversation and an intent open (docs/dialog.md, section 12).
#include "planner/openings.h"

#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kDoctor = R"(
parley: 1
bot: {id: doctor}
intents:
  - id: pain
    match: [{regex: pain}]
    opening: "I am sorry to hear that{name, select, null {} other {, {name}}}."
    params:
      name: {type: free_text}
      since: {type: number, required: true, ask: ["For how many days?", "How many?"],
              validate: [{ge: 0, else: Days cannot be negative.}]}
    steps: [{say: "Since {since} days."}]
  - id: visit
    match: [{regex: visit}]
    opening: Let us find a day.
    confirm: Book a visit?
    steps: [{say: Booked.}]
  - id: trip
    match: [{regex: trip}]
    steps: [{call: pain}, {say: Get well.}]
  - id: hours
    match: [{regex: hours}]
    opening: Never said.
    steps: [{say: Nine to five.}]
)";

Talk doctor(const std::string& more = "") { return Talk(read(kDoctor + more)); }

Talk greeting(const std::string& on_start) {
  Talk talk = doctor("on_start: " + on_start + "\n");
  talk.state().greets = true;
  return talk;
}

}  // namespace

TEST_CASE("12.1 an opening is said once, before the first question") {
  Talk talk = doctor();
  CHECK(talk(wants("pain")) == "say I am sorry to hear that. | ask since 1: For how many days? | waiting");
  CHECK(talk(nonsense()) == "say Sorry, I did not get that. | ask since 2: How many? | waiting");
  CHECK(talk(answers({good("since", 2)})) == "say Since 2 days. | done");
  CHECK(talk(wants("pain", {good("name", "Ann")})) ==
        "say I am sorry to hear that, Ann. | ask since 1: For how many days? | waiting");
}

TEST_CASE("12.1 an opening comes before a confirmation, and before the reason of a rejected value") {
  Talk talk = doctor();
  CHECK(talk(wants("visit")) == "say Let us find a day. | confirm: Book a visit? | waiting");
  talk(says(Act::kDeny));
  CHECK(talk(wants("pain", {bad("since", "Days cannot be negative.")})) ==
        "say I am sorry to hear that. | say Days cannot be negative. | ask since 1: For how many days? | waiting");
}

TEST_CASE("12.1 an intent that asks nothing says no opening") {
  Talk talk = doctor();
  CHECK(talk(wants("hours")) == "say Nine to five. | done");
  CHECK(talk(wants("pain", {good("since", 2)})) == "say Since 2 days. | done");
}

TEST_CASE("12.1 an opening is not said again after an interruption, a return or a handoff") {
  Talk talk = doctor();
  talk(wants("pain"));
  CHECK(talk(wants("hours")) ==
        "say Nine to five. | say Back to where we were. | ask since 1: For how many days? | waiting");
  CHECK(talk(wants("visit")) == "say Let us find a day. | confirm: Book a visit? | waiting");
  CHECK(talk(wants("pain")) == "ask since 1: For how many days? | waiting");
  talk(says(Act::kHuman));
  talk.resumes = true;
  CHECK(talk(SessionEvent::kGiveBack) == "say Back to where we were. | ask since 1: For how many days? | waiting");
}

TEST_CASE("12.1 a called intent says no opening") {
  Talk talk = doctor();
  CHECK(talk(wants("trip")) == "ask since 1: For how many days? | waiting");
}

TEST_CASE("12.1 an intent that was open before the bot got an opening does not say it") {
  Talk talk(
      read("parley: 1\nbot: {id: doctor}\nintents: [{id: pain, match: [{regex: x}], params: {since: {type: "
           "number, required: true, ask: Days?}}, steps: [{say: x}]}]\n"));
  talk(wants("pain"));
  const config::BotDefinition changed = read(kDoctor);
  SessionState state = talk.state();
  adapt(changed, state, "changed");
  TurnContext moment;
  moment.config_hash = "changed";
  const Transition next = step(changed, state, event_of(nonsense(), state), moment);
  REQUIRE(next.steps.size() == 2);
  CHECK(std::get<AskUser>(next.steps[1]).param == "since");
}

TEST_CASE("12.2 the first message gets the greeting before its answer, once") {
  Talk talk = greeting("{steps: [{say: Hello.}, {say: I am a program.}]}");
  CHECK(talk(wants("hours")) == "say Hello. | say I am a program. | say Nine to five. | done");
  CHECK(talk(wants("hours")) == "say Nine to five. | done");
}

TEST_CASE("12.3 the event `start` gets the greeting, and a start of a conversation that has begun gets nothing") {
  Talk talk = greeting("{steps: [{say: Hello.}]}");
  CHECK(talk(SessionEvent::kStart) == "say Hello. | done");
  CHECK(talk(SessionEvent::kStart) == "done");
  CHECK(talk(wants("pain")) == "say I am sorry to hear that. | ask since 1: For how many days? | waiting");
  CHECK(talk(SessionEvent::kStart) == "waiting");
  CHECK(talk.state().waiting->attempt == 1);
}

TEST_CASE("12.3 with `before_answer: false` a user who writes first gets only the answer") {
  Talk talk = greeting("{steps: [{say: Hello.}], before_answer: false}");
  CHECK(talk(wants("hours")) == "say Nine to five. | done");
  CHECK(talk(SessionEvent::kStart) == "done");
  CHECK(greeting("{steps: [{say: Hello.}], before_answer: false}")(SessionEvent::kStart) == "say Hello. | done");
}

TEST_CASE("12.4 the greeting may start an intent, unless the message means something else") {
  const std::string steps = "{steps: [{say: Hello.}, {start: pain}]}";
  CHECK(greeting(steps)(SessionEvent::kStart) ==
        "say Hello. | say I am sorry to hear that. | ask since 1: For how many days? | waiting");
  CHECK(greeting(steps)(nonsense()) ==
        "say Hello. | say I am sorry to hear that. | ask since 1: For how many days? | waiting");
  CHECK(greeting(steps)(wants("hours")) == "say Hello. | say Nine to five. | done");
  CHECK(greeting(steps)(says(Act::kHuman)) ==
        "say Hello. | say I am handing you over to a person. | handoff requested | handoff");
}

TEST_CASE("12.1 an opening comes before the reason of a check that rejects the first value") {
  Talk talk(read(R"(
parley: 1
bot: {id: shop}
tools: {stock.check: {kind: host}}
intents:
  - id: order
    match: [{regex: order}]
    opening: Sure.
    params:
      count: {type: number, required: true, ask: "How many?", validate: [{tool: stock.check, with: {n: "{count}"},
              reject: [{when: {result: null}, say: Too many.}]}]}
    steps: [{say: Ordered.}]
)"));
  CHECK(talk(wants("order", {good("count", 9)})) == "call stock.check{\"n\":9} | tool_call");
  CHECK(talk(ToolOutcome::ok(Value())) == "say Sure. | say Too many. | ask count 2: How many? | waiting");
}

TEST_CASE("12.3 the greeting comes before the announcement of a second intent") {
  Talk talk = greeting("{steps: [{say: Hello.}, {say: I am a program.}]}");
  FlatMessage both = wants("visit");
  FurtherIntent& further = both.further.emplace_back();
  further.candidate.intent = "pain";
  CHECK(talk(both).rfind("say Hello. | say I am a program. | say ", 0) == 0);
  CHECK(talk.state().queue.size() == 1);
}

TEST_CASE("12.2 the greeting depends on the facts of the channel") {
  const std::string steps =
      "{steps: [{if: {context.name: {exists: true}}, then: [{say: 'Hello, {context.name}.'}], else: [{say: Hello.}]}]}";
  Talk talk = greeting(steps);
  talk.context = Value(Value::Object{{"name", "Ann"}});
  CHECK(talk(SessionEvent::kStart) == "say Hello, Ann. | done");
  CHECK(greeting(steps)(SessionEvent::kStart) == "say Hello. | done");
}

// The greeting left an intent without its question if a write had opened the intent.
TEST_CASE("12.3 after a write that opens an intent, the greeting comes before its question") {
  Talk talk = greeting("{steps: [{say: Hello.}]}");
  PlannedWrite write;
  write.intent = "pain";
  TurnContext moment;
  moment.config_hash = "h";
  apply_write(talk.bot(), talk.state(), write, moment);
  talk.state().greets = true;
  CHECK(talk(SessionEvent::kStart) ==
        "say Hello. | say I am sorry to hear that. | ask since 1: For how many days? | waiting");
}
