// Tests how intents end, and how the trace reports it.
#include "planner/intent_stack.h"

#include <catch2/catch.hpp>

#include "planner/limits.h"
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kStackBot = R"(
parley: 1
bot: {id: desk}
session: {question_ttl: 1m}
entities: {order_id: {patterns: ['O-\d+'], examples: [O-1]}}
intents:
  - id: refund
    match: [{regex: refund}]
    params: {order: {type: order_id, required: true, ask: "Which order?"}}
    steps: [{say: "Done."}]
  - id: claim
    match: [{regex: claim}]
    params:
      order: {type: order_id, required: true, ask: "Which order?", max_attempts: 1, on_exhausted: hours}
    steps: [{say: "Done."}]
  - id: visit
    match: [{regex: visit}]
    steps: [{call: refund}, {say: "See you."}]
  - id: trip
    match: [{regex: trip}]
    steps: [{call: change}, {say: "Go."}]
  - id: change
    match: [{regex: change}]
    steps: [{start: refund}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: "Nine to five."}]
  - id: broken
    match: [{regex: broken}]
    steps: [{start: refund, with: {order: O-9}}]
)";

Talk stacked() { return Talk(read(kStackBot)); }

// Returns the starts and ends of intents in the last transition, for example "start hours, done hours".
std::string lives(const Talk& talk) {
  std::string text;
  for (const TraceEvent& event : talk.last().trace) {
    if (event.rule > Rule::kIntentForgotten) continue;
    if (!text.empty()) text += ", ";
    text += to_string(event);
  }
  return text;
}

}  // namespace

TEST_CASE("the trace reports that an intent is done, cancelled or handed off") {
  Talk talk = stacked();
  talk(wants("hours"));
  CHECK(lives(talk) == "start hours, done hours");
  talk(wants("refund"));
  CHECK(lives(talk) == "start refund");
  talk(says(Act::kCancel));
  CHECK(lives(talk) == "cancelled refund");
  talk(wants("refund"));
  talk(says(Act::kHuman));
  CHECK(lives(talk) == "handed_off refund");
}

TEST_CASE("cancelling a called intent cancels its callers") {
  Talk talk = stacked();
  talk(wants("visit"));
  CHECK(lives(talk) == "start visit, called refund");
  talk(says(Act::kCancel));
  CHECK(lives(talk) == "cancelled refund, cancelled visit");
}

TEST_CASE("'cancel everything' and a reset cancel each open intent") {
  for (const Act act : {Act::kCancelAll, Act::kReset}) {
    Talk talk = stacked();
    talk(wants("refund"));
    talk(wants("claim"));
    talk(says(act));
    CHECK(lives(talk) == "cancelled claim, cancelled refund");
  }
}

TEST_CASE("the trace of an abandoned intent names the question that was open") {
  Talk ended = stacked();
  ended(wants("refund"));
  ended(wants("claim"));
  ended(SessionEvent::kEnd);
  CHECK(lives(ended) == "abandoned claim.order, abandoned refund");

  Talk late = stacked();
  late(wants("refund"));
  late.now += 60'000;
  late(wants("hours"));
  CHECK(lives(late) == "abandoned refund.order, start hours, done hours");
}

TEST_CASE("the trace reports an intent that another intent replaces after its last attempt") {
  Talk talk = stacked();
  talk(wants("claim"));
  talk(nonsense());
  CHECK(lives(talk) == "replaced claim, start hours, done hours");
}

TEST_CASE("when too many intents are open, the oldest is dropped with the intents that it called") {
  Talk talk = stacked();
  talk(wants("visit"));
  for (std::size_t i = talk.state().frames.size(); i < kMaxDigressions; ++i) {
    talk.state().frames.push_back(talk.state().frames.back());
    talk.state().frames.back().called = false;
  }
  talk(wants("claim"));
  CHECK(lives(talk) == "too_deep: forgot visit, too_deep: forgot refund, start claim");
}

TEST_CASE("an intent that replaces a called intent is itself a called intent") {
  Talk talk = stacked();
  talk(wants("trip"));
  CHECK(lives(talk) == "start trip, called change, done change, called refund");
  talk(answers({good("order", "O-1")}));
  CHECK(lives(talk) == "done refund, done trip");
}

TEST_CASE("4.3 an intent that a step starts while it is open keeps what the user said") {
  Talk talk = stacked();
  talk(wants("claim"));
  talk(wants("refund", {}));
  talk(wants("hours"));
  talk.state().frames.back().params["order"] = {Value("O-1"), 1};
  const std::string said = talk(wants("broken"));
  INFO(said);
  CHECK(said.find("Done.") != std::string::npos);
  REQUIRE(talk.state().done);
  CHECK(talk.state().done->params.at("order").value == Value("O-1"));
}

// ---- guards

namespace {

// Each way to the intent `vault`, whose `when` holds only for staff.
const char* const kGuardedBot = R"(
parley: 1
bot: {id: desk}
entities: {code: {patterns: ['C\d'], examples: [C1]}}
on_start: {steps: [{say: Hello.}, {start: vault}]}
intents:
  - id: vault
    match: [{regex: vault}]
    when: {context.staff: true}
    params: {code: {type: code, required: true, ask: "Code?"}}
    steps: [{say: "Open."}]
  - id: exit
    match: [{regex: exit}]
    when: {context.staff: true}
    steps: [{handoff: exit}]
  - id: caller
    match: [{regex: caller}]
    steps: [{call: vault}, {say: "Called."}]
  - id: starter
    match: [{regex: starter}]
    steps: [{start: vault}]
  - id: asker
    match: [{regex: asker}]
    params: {code: {type: code, required: true, ask: "Code?", max_attempts: 1, on_exhausted: vault}}
    steps: [{say: "Asked."}]
  - id: looker
    match: [{regex: looker}]
    params: {code: {type: code, required: true, ask: "Code?", if_unknown: {call: vault}}}
    steps: [{say: "Looked."}]
  - id: mover
    match: [{regex: mover}]
    params: {code: {type: code, required: true, ask: "Code?", if_unknown: {start: vault}}}
    steps: [{say: "Moved."}]
fallback: {say: "Pardon?", after: 2, then: vault}
replies: {tool_failed: Not possible., handoff: Over., nothing_found: Nothing.}
)";

Talk guarded(bool is_staff) {
  Talk talk(read(kGuardedBot));
  talk.context = Value::Object{{"staff", is_staff}};
  return talk;
}

FlatMessage also(const std::string& intent, FlatMessage message) {
  FurtherIntent further;
  further.candidate.intent = intent;
  message.further.push_back(std::move(further));
  return message;
}

}  // namespace

TEST_CASE("an intent whose 'when' does not hold begins in no way") {
  struct Way {
    const char* name;
    std::vector<Sent> events;
    std::string said;  // to the last event, without the permission
  };
  FlatMessage doubtful = also("vault", {});
  doubtful.doubtful = std::exchange(doubtful.further, {});
  FlatMessage again;
  again.follow_up = FollowUp{"vault", {}, {}, {}, {}, false, false, false};
  const Way ways[] = {
      {"a message", {wants("vault")}, "say Pardon? | done"},
      {"a digression", {wants("asker"), wants("vault")}, "say Pardon? | waiting"},
      {"instead of another intent", {wants("asker"), also("vault", says(Act::kCancel))}, ""},
      {"the queue", {wants("looker"), also("vault", nonsense()), answers({good("code", "C1")})}, ""},
      {"an offer", {doubtful, picks(0)}, "say Pardon? | done"},
      {"an intent for a person", {wants("exit")}, "say Pardon? | done"},
      {"a call", {wants("caller")}, "say Not possible. | say Over. | handoff barred | handoff"},
      {"a start", {wants("starter")}, "say Not possible. | say Over. | handoff barred | handoff"},
      {"on_exhausted", {wants("asker"), nonsense()}, "say Over. | handoff exhausted | handoff"},
      {"on_exhausted after silence",
       {wants("asker"), SessionEvent::kSilence},
       "say Over. | handoff exhausted | handoff"},
      {"the fallback", {nonsense(), nonsense()}, "say Over. | handoff fallback | handoff"},
      {"if_unknown: call", {wants("looker"), says(Act::kDontKnow)}, ""},
      {"if_unknown: start", {wants("mover"), says(Act::kDontKnow)}, ""},
  };
  for (const Way& way : ways) {
    INFO(way.name);
    for (const bool is_staff : {true, false}) {
      Talk talk = guarded(is_staff);
      bool has_begun = false, is_barred = false;
      std::string said;
      for (const Sent& event : way.events) {
        said = talk(event);
        for (const std::string& line : talk.trace()) {
          has_begun = has_begun || line == "start vault" || line == "called vault" || line == "start exit";
          is_barred = is_barred || line == "barred vault" || line == "barred exit";
        }
      }
      CHECK(has_begun == is_staff);
      CHECK(is_barred == !is_staff);
      if (!is_staff && !way.said.empty()) CHECK(said == way.said);
    }
  }
}

TEST_CASE("a follow-up does not begin an intent whose 'when' no longer holds") {
  Talk talk = guarded(true);
  talk(wants("vault", {good("code", "C1")}));
  talk.context = Value::Object{{"staff", false}};
  FlatMessage again;
  again.follow_up = FollowUp{"vault", {good("code", "C2")}, {}, {}, {}, false, false, false};
  CHECK(talk(again) == "say Pardon? | done");
}

TEST_CASE("on_start does not begin an intent whose 'when' does not hold") {
  for (const bool is_staff : {true, false}) {
    Talk talk = guarded(is_staff);
    talk.state().greets = true;
    CHECK(talk(SessionEvent::kStart) == (is_staff ? "say Hello. | ask code 1: Code? | waiting" : "say Hello. | done"));
  }
}

TEST_CASE("an intent that began goes on when its 'when' no longer holds") {
  Talk talk = guarded(true);
  talk(wants("vault"));
  talk(wants("asker"));
  talk.context = Value::Object{{"staff", false}};
  CHECK(talk(wants("vault")).find("ask code 1: Code?") != std::string::npos);
  CHECK(talk(answers({good("code", "C1")})).find("say Open.") != std::string::npos);
}

TEST_CASE("a guard reads params of the session, and the locale that the session has kept") {
  config::BotDefinition bot = read(R"(
parley: 1
bot: {id: desk}
intents:
  - {id: member, when: {session.member: true}, match: [{regex: m}], steps: [{say: Member.}]}
  - {id: german, when: {context.locale: de}, match: [{regex: g}], steps: [{say: German.}]}
  - {id: join, match: [{regex: j}], params: {member: {type: boolean, scope: session}}, steps: [{say: Joined.}]}
fallback: {say: "Pardon?"}
)");
  Talk talk(bot);
  CHECK(talk(wants("member")) == "say Pardon? | done");
  talk.state().params["member"] = {true, 1};
  CHECK(talk(wants("member")) == "say Member. | done");
  CHECK(talk(wants("german")) == "say Pardon? | done");
  talk.state().locale = "de";
  CHECK(talk(wants("german")) == "say German. | done");
}
