// Tests what happens between a handoff and the return of the conversation (docs/dialog.md, section 11).
#include "planner/handoff.h"

#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kShop = R"(
parley: 1
bot: {id: shop}
tools: {orders.refund: {kind: host}, orders.check: {kind: host}}
replies:
  handoff: A colleague takes over.
  while_handed_off: A colleague will be with you soon.
  given_back: I am back.
  resume: Where were we?
intents:
  - id: refund
    match: [{regex: refund}]
    params:
      order: {type: number, required: true, ask: ["Which order?", "Its number?"], max_attempts: 2}
      card: {type: credit_card, required: true, sensitive: true, ask: "Which card?"}
    confirm: Refund {order}?
    steps:
      - {tool: orders.refund, with: {order: '{order}'}, save: {id: result.id}}
      - say: It is {id}.
  - id: checked
    match: [{regex: checked}]
    params:
      order: {type: number, required: true, ask: "Which?", validate: [{tool: orders.check, with: {order: '{order}'}}]}
    steps: [{say: "Checked {order}."}]
  - id: human
    match: [{regex: human}]
    steps: [{say: Of course.}, {handoff: requested}]
  - id: agent
    match: [{regex: agent}]
    params: {topic: {type: free_text, ask: "About what?"}}
    steps: [{handoff: requested}]
  - id: fraud
    match: [{regex: fraud}]
    params: {what: {type: free_text, required: true, ask: "What?"}}
    steps: [{handoff: fraud}, {tool: orders.refund, with: {order: '{what}'}}, {say: Paid.}]
  - id: outer
    match: [{regex: outer}]
    steps: [{call: fraud}, {say: After.}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: "Nine to five."}]
)";

Talk shop() { return Talk(read(kShop)); }

FurtherIntent waiting_intent(const std::string& intent, std::vector<ParamValue> params = {}) {
  FurtherIntent one;
  one.candidate.intent = intent;
  one.params = std::move(params);
  return one;
}

const std::string kOver = "say A colleague takes over. | handoff ";

}  // namespace

TEST_CASE("11.2 a handoff suspends the open intents, and no question is open") {
  Talk talk = shop();
  talk(wants("refund", {good("order", 7)}));
  CHECK(talk(says(Act::kHuman)) == kOver + "requested | handoff");
  REQUIRE(talk.state().handed_off);
  CHECK(talk.state().handed_off->reason == "requested");
  CHECK(talk.state().handed_off->at == talk.now);
  CHECK_FALSE(talk.state().waiting);
  REQUIRE(talk.state().frames.size() == 1);
  CHECK(talk.state().frames[0].params.at("order").value == Value(7));
}

TEST_CASE(
    "11.2 the state keeps no sensitive value while a person has the conversation, and the bot asks for it again") {
  Talk talk = shop();
  talk(wants("refund", {good("order", 7), good("card", "4111111111111111")}));
  talk(says(Act::kHuman));
  CHECK(talk.state().frames[0].params.count("card") == 0);
  talk.resumes = true;
  CHECK(talk(SessionEvent::kGiveBack) == "say Where were we? | ask card 1: Which card? | waiting");
}

TEST_CASE("11.2 the state keeps no sensitive value of a queued intent while a person has the conversation") {
  Talk talk = shop();
  FlatMessage both = wants("checked");
  both.further = {waiting_intent("refund", {good("order", 7), good("card", "4111111111111111")})};
  talk(both);
  REQUIRE(talk.state().queue.size() == 1);
  REQUIRE(talk.state().queue[0].params.count("card") == 1);
  talk(says(Act::kHuman));
  REQUIRE(talk.state().queue.size() == 1);
  CHECK(talk.state().queue[0].params.count("order") == 1);
  CHECK(talk.state().queue[0].params.count("card") == 0);
}

TEST_CASE("11.3 a message for the person has no effect, and gets one reply") {
  const std::vector<FlatMessage> messages = {nonsense(),        wants("hours"),        answers({good("order", 7)}),
                                             says(Act::kReset), says(Act::kCancelAll), says(Act::kHuman)};
  for (const FlatMessage& message : messages) {
    Talk talk = shop();
    talk(wants("refund"));
    talk(says(Act::kHuman));
    CHECK(talk(message) == "say A colleague will be with you soon. | handoff");
    CHECK(talk(message) == "handoff");
    CHECK(talk.last().intent == std::nullopt);
    CHECK(talk(SessionEvent::kSilence) == "handoff");
    CHECK(talk(SessionEvent::kStart) == "handoff");
    CHECK(talk.state().frames.size() == 1);
    CHECK(talk.state().unmatched == 0);
  }
}

TEST_CASE("11.3 without `while_handed_off` the bot says nothing") {
  Talk talk(read("parley: 1\nbot: {id: x}\nintents: [{id: hours, match: [{regex: x}], steps: [{say: Nine.}]}]\n"));
  talk(says(Act::kHuman));
  CHECK(talk(wants("hours")) == "handoff");
}

TEST_CASE("11.5 with `resume` the open question comes back as if for the first time") {
  Talk talk = shop();
  talk.resumes = true;
  talk(wants("refund"));
  talk(nonsense());
  CHECK(talk(nonsense()) == kOver + "exhausted | handoff");
  CHECK(talk(SessionEvent::kGiveBack) == "say Where were we? | ask order 1: Which order? | waiting");
  CHECK_FALSE(talk.state().handed_off);
  CHECK(talk(nonsense()) == "say Sorry, I did not get that. | ask order 2: Its number? | waiting");
}

TEST_CASE("11.5 with `resume` a confirmation is asked again") {
  Talk talk = shop();
  talk.resumes = true;
  talk(wants("refund", {good("order", 7), good("card", "4111111111111111")}));
  talk(says(Act::kHuman));
  talk(SessionEvent::kGiveBack);
  CHECK(talk(answers({good("card", "4111111111111111")})) == "confirm: Refund 7? | waiting");
}

TEST_CASE("11.5 without `resume` what was open is dropped, and the bot begins afresh") {
  Talk talk = shop();
  FlatMessage both = wants("refund");
  both.further = {{wants("hours").candidates.front(), {}, {}}};
  talk(both);
  talk(says(Act::kHuman));
  CHECK(talk(SessionEvent::kGiveBack) == "say I am back. | done");
  CHECK(talk.state().frames.empty());
  CHECK(talk.state().queue.empty());
  CHECK(talk(wants("refund")) == "ask order 1: Which order? | waiting");
}

TEST_CASE("11.5 with `resume` the queue begins, and with nothing to resume the bot says so") {
  Talk talk = shop();
  talk.resumes = true;
  talk(says(Act::kHuman));
  CHECK(talk(SessionEvent::kGiveBack) == "say I am back. | done");
  FlatMessage both = wants("human");
  both.further = {{wants("hours").candidates.front(), {}, {}}};
  CHECK(talk(both) == "say Of course. | " + kOver + "requested | handoff");
  CHECK(talk(SessionEvent::kGiveBack) == "say Now to the other thing you asked for. | say Nine to five. | done");
}

TEST_CASE("11.2 an intent that hands over by its own step does not come back, and what it interrupted does") {
  Talk talk = shop();
  talk.resumes = true;
  talk(wants("refund"));
  talk(wants("human"));
  REQUIRE(talk.state().frames.size() == 1);
  CHECK(talk(SessionEvent::kGiveBack) == "say Where were we? | ask order 1: Which order? | waiting");
}

TEST_CASE("11.2 no step after a handoff runs when the conversation is given back") {
  for (const char* intent : {"fraud", "outer"}) {
    INFO(intent);
    Talk talk = shop();
    talk.resumes = true;
    talk(wants(intent));
    CHECK(talk(answers({good("what", "my card")})) == kOver + "fraud | handoff");
    CHECK(talk.state().frames.empty());
    CHECK(talk(SessionEvent::kGiveBack) == "say I am back. | done");
  }
}

TEST_CASE("11.2 an intent whose tool failed does not come back, so the tool is not called again") {
  Talk talk = shop();
  talk.resumes = true;
  talk(wants("refund", {good("order", 7), good("card", "4111111111111111")}));
  talk(says(Act::kAffirm));
  CHECK(talk(ToolOutcome::failed("x")) ==
        "say Sorry, something went wrong on our side. | " + kOver + "tool_failed | handoff");
  CHECK(talk(SessionEvent::kGiveBack) == "say I am back. | done");
}

TEST_CASE("11.2 a check that failed runs again when the conversation is given back") {
  Talk talk = shop();
  talk.resumes = true;
  talk(wants("checked", {good("order", 7)}));
  talk(ToolOutcome::failed("x"));
  CHECK(talk(SessionEvent::kGiveBack) == "say Where were we? | call orders.check{\"order\":7} | tool_call");
  CHECK(talk(ok({})) == "say Checked 7. | done");
}

TEST_CASE("11.6 a result that arrives while a person has the conversation is held, and taken with `resume`") {
  struct Row {
    ToolOutcome outcome;
    const char* resumed;
  };
  const Row rows[] = {{ok({{"id", "R-1"}}), "say Where were we? | say It is R-1. | done"},
                      {ToolOutcome::rejected({{"order", "That is too old."}}),
                       "say Where were we? | say That is too old. | ask order 2: Its number? | waiting"},
                      {ToolOutcome::failed("x"),
                       "say Where were we? | say Sorry, something went wrong on our side. | say A colleague "
                       "takes over. | handoff tool_failed | handoff"}};
  for (const Row& row : rows) {
    Talk talk = shop();
    talk(wants("refund", {good("order", 7), good("card", "4111111111111111")}));
    talk(says(Act::kAffirm));
    CHECK(talk(says(Act::kHuman)) == kOver + "requested | handoff");
    CHECK(talk(row.outcome) == "handoff");
    REQUIRE(talk.state().handed_off->outcome);
    CHECK(talk(nonsense()) == "say A colleague will be with you soon. | handoff");
    talk.resumes = true;
    CHECK(talk(SessionEvent::kGiveBack) == row.resumed);
  }
}

TEST_CASE("11.6 a call without a result goes on when the conversation is given back") {
  Talk talk = shop();
  talk.resumes = true;
  talk(wants("refund", {good("order", 7), good("card", "4111111111111111")}));
  talk(says(Act::kAffirm));
  talk(says(Act::kHuman));
  CHECK(talk(SessionEvent::kGiveBack) ==
        "say Where were we? | say One moment, I am still working on that. | tool_call");
  CHECK(talk(ok({{"id", "R-1"}})) == "say It is R-1. | done");
}

TEST_CASE("11.6 without `resume` a held result is dropped") {
  Talk talk = shop();
  talk(wants("refund", {good("order", 7), good("card", "4111111111111111")}));
  talk(says(Act::kAffirm));
  talk(says(Act::kHuman));
  talk(ok({{"id", "R-1"}}));
  CHECK(talk(SessionEvent::kGiveBack) == "say I am back. | done");
  CHECK_FALSE(talk.state().waiting);
}

TEST_CASE("11.6 an end and a reset end the state, and the next message reaches the bot") {
  for (const SessionEvent event : {SessionEvent::kEnd, SessionEvent::kReset}) {
    Talk talk = shop();
    talk(wants("refund"));
    talk(says(Act::kHuman));
    talk(event);
    CHECK_FALSE(talk.state().handed_off);
    CHECK(talk.state().frames.empty());
    CHECK(talk(wants("hours")) == "say Nine to five. | done");
  }
}

TEST_CASE("11.5 the turn limit counts from the turn that gave the conversation back") {
  Talk talk = shop();
  talk(says(Act::kHuman));
  talk(nonsense());
  CHECK(talk.state().counted_from == 0);
  talk(SessionEvent::kGiveBack);
  CHECK(talk.state().counted_from == 3);
}

TEST_CASE("the trace ends suspended intents with the handoff, and takes the end back with `resume`") {
  Talk talk = shop();
  talk.resumes = true;
  talk(wants("refund"));
  talk(wants("checked"));
  talk(says(Act::kHuman));
  CHECK(talk.trace() ==
        std::vector<std::string>{"command.human", "handoff: requested", "handed_off checked", "handed_off refund"});
  talk(nonsense());
  CHECK(talk.trace() == std::vector<std::string>{"for_person"});
  talk(SessionEvent::kGiveBack);
  CHECK(talk.trace() == std::vector<std::string>{"event.give_back", "given_back: resume", "given_back refund",
                                                 "given_back checked", "ask checked.order"});
  talk(says(Act::kHuman));
  talk.resumes = false;
  talk(SessionEvent::kGiveBack);
  CHECK(talk.trace() == std::vector<std::string>{"event.give_back", "given_back: afresh"});
}

TEST_CASE("giving back a conversation that no person has changes nothing") {
  Talk talk = shop();
  talk(wants("refund"));
  const SessionState before = talk.state();
  talk(SessionEvent::kGiveBack);
  CHECK(talk.state().frames == before.frames);
  CHECK(talk.state().waiting == before.waiting);
}

// ---- the packet

namespace {

// Returns "INTENT {params}; state INTENT {params}; ..." of the handoff in the last transition.
std::string packet(const Talk& talk) {
  for (const Step& step : talk.last().steps) {
    const auto* handoff = std::get_if<Handoff>(&step);
    if (!handoff) continue;
    std::string text = handoff->intent + " " + Value(handoff->params).to_json();
    for (const Value& one : handoff->open) {
      text += "; " + one.find("state")->to_text() + " " + one.find("intent")->to_text() + " " +
              one.find("params")->to_json();
    }
    return text;
  }
  return "(none)";
}

}  // namespace

TEST_CASE("11.1 the packet has everything that is open, whatever asks for a person") {
  FlatMessage with_queue = wants("refund", {good("order", 7)});
  with_queue.further = {waiting_intent("checked", {good("order", 8)})};
  FlatMessage doubtful;
  doubtful.doubtful = {waiting_intent("refund", {good("order", 7)}), waiting_intent("checked")};
  struct Case {
    std::vector<Sent> events;
    std::string packet;
  };
  const std::string refund = R"(refund {"order":7})";
  const Case cases[] = {
      {{wants("refund", {good("order", 7)}), says(Act::kHuman)}, refund},
      {{wants("refund", {good("order", 7)}), wants("human")}, refund},
      {{with_queue, says(Act::kHuman)}, refund + R"(; queued checked {"order":8})"},
      {{with_queue, wants("human")}, refund + R"(; queued checked {"order":8})"},
      {{wants("refund", {good("order", 7)}), wants("checked"), wants("human")},
       R"(checked {}; interrupted refund {"order":7})"},
      {{wants("refund", {good("order", 7)}), wants("fraud", {good("what", "theft")})},
       R"(fraud {"what":"theft"}; interrupted refund {"order":7})"},
      {{wants("refund", {good("order", 7)}), wants("agent")}, refund},
      {{wants("refund", {good("order", 7)}), wants("agent", {good("topic", "money")})},
       R"(agent {"topic":"money"}; interrupted refund {"order":7})"},
      {{wants("human")}, "human {}"},
      {{says(Act::kHuman)}, " {}"},
      {{doubtful, says(Act::kHuman)}, R"( {}; offered refund {"order":7}; offered checked {})"},
  };
  for (const Case& one : cases) {
    INFO(one.packet);
    Talk talk = shop();
    for (const Sent& event : one.events) talk(event);
    CHECK(packet(talk) == one.packet);
  }
}
