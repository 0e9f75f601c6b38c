// Tests the planner's rules as transcripts.
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

// A bot that uses every feature of the planner.
const char* const kDesk = R"(
parley: 1
bot: {id: desk}
tools:
  orders.track: {kind: host}
  refunds.create: {kind: host}
intents:
  - id: track
    match: [{regex: track}]
    params:
      order_id: {type: number, required: true, ask: ["Which order?", It is on your receipt.], max_attempts: 3}
    steps:
      - tool: orders.track
        with: {order: "{order_id}", note: "for {order_id}", urgent: true}
        save: {where: result.where}
      - say: "Order {order_id} is {where}."
  - id: refund
    match: [{regex: refund}]
    params:
      order_id: {type: number, required: true, ask: "Refund which order?"}
      amount: {type: number, required: true, ask: "How much?", on_exhausted: default, default: 10, max_attempts: 1}
      note: {type: free_text, ask: "Anything else?"}
    confirm: "Refund {amount} for {order_id}?"
    steps:
      - tool: refunds.create
        on_failure: [{say: The desk is closed.}, handoff]
      - say: Done.
  - id: hours
    match: [{regex: hours}]
    steps: [{say: Nine to five.}]
  - id: feedback
    match: [{regex: feedback}]
    params:
      text: {type: free_text, required: true, ask: "What is it?", max_attempts: 2, on_exhausted: skip}
      city: {type: free_text, required: true, ask: "Which city?", max_attempts: 1, on_exhausted: cancel}
    steps: [{say: "Thanks for {text}."}]
  - id: survey
    match: [{regex: survey}]
    params:
      score: {type: number, required: true, scope: session, ask: "One to five?", max_attempts: 1, on_exhausted: hours}
    steps: [{say: "You said {score}."}]
fallback: {say: "Pardon?", after: 2, then: handoff}
replies:
  not_understood: I did not get that.
  cancelled: Cancelled.
  nothing_to_cancel: Nothing to cancel.
  reset: From the top.
  handoff: A colleague takes over.
  denied: Then not.
  change: What then?
  confirm_again: Yes or no?
  tool_failed: That did not work.
  busy: One moment.
  resume: Back to it.
  silence: Are you there?
  goodbye: Bye.
)";

Talk desk() { return Talk(read(kDesk)); }

}  // namespace

TEST_CASE("1.3 the bot asks a question, takes the answer, calls a tool and says the result") {
  Talk talk = desk();
  CHECK(talk(wants("track")) == "ask order_id 1: Which order? | waiting");
  CHECK(talk.state().waiting->prompt_id == "track.order_id.1");
  CHECK(talk(answers({good("order_id", 7)})) ==
        R"(call orders.track{"note":"for 7","order":7,"urgent":true} | tool_call)");
  CHECK(talk(ok({{"where", "in Lyon"}})) == "say Order 7 is in Lyon. | done");
  CHECK(talk.last().intent == "track");
  CHECK(talk.last().params.at("order_id") == Value(7));
  CHECK(talk.state().last_result == Value(Value::Object{{"where", "in Lyon"}}));
}

TEST_CASE("6.1 a param given with the request is not asked for") {
  Talk talk = desk();
  CHECK(talk(wants("track", {good("order_id", 0)})) ==
        R"(call orders.track{"note":"for 0","order":0,"urgent":true} | tool_call)");
}

TEST_CASE("6.1 the bot rejects an invalid value of the first message, and this costs no attempt") {
  Talk talk = desk();
  CHECK(talk(wants("track", {bad("order_id", "No such order.")})) ==
        "say No such order. | ask order_id 1: Which order? | waiting");
}

TEST_CASE("2.3 each reprompt uses the next wording and says why, and reprompts end at the limit") {
  Talk talk = desk();
  talk(wants("track"));
  CHECK(talk(nonsense()) == "say I did not get that. | ask order_id 2: It is on your receipt. | waiting");
  CHECK(talk(answers({bad("order_id", "Too short.")})) ==
        "say Too short. | ask order_id 3: It is on your receipt. | waiting");
  CHECK(talk(nonsense()) == "say A colleague takes over. | handoff exhausted | handoff");
  CHECK(std::get<Handoff>(talk.last().steps.back()).intent == "track");
}

TEST_CASE("2.1 max_attempts counts answers: one attempt is one answer") {
  Talk talk = desk();
  talk(wants("survey"));
  CHECK(talk(nonsense()) == "say Nine to five. | done");  // on_exhausted: hours
}

TEST_CASE("2.4 on_exhausted: default fills the param, skip leaves it out, cancel ends the intent") {
  Talk talk = desk();
  talk(wants("refund", {good("order_id", 1)}));
  CHECK(talk(nonsense()) == "confirm: Refund 10 for 1? | waiting");
  talk(SessionEvent::kReset);
  talk(wants("feedback"));
  talk(nonsense());
  CHECK(talk(nonsense()) == "ask city 1: Which city? | waiting");
  CHECK(talk(nonsense()) == "say Cancelled. | done");
}

TEST_CASE("2.4 the bot says that the last value is invalid before it uses the default") {
  Talk talk = desk();
  talk(wants("refund", {good("order_id", 1)}));
  CHECK(talk(answers({bad("amount", "Too much.")})) == "say Too much. | confirm: Refund 10 for 1? | waiting");
}

TEST_CASE("2.5 progress on another param resets the attempts of the awaited param") {
  Talk talk = desk();
  talk(wants("refund"));
  talk(nonsense());
  CHECK(talk.state().frames.back().attempts.params.at("order_id").not_understood == 1);
  CHECK(talk(answers({good("amount", 5)})) == "ask order_id 1: Refund which order? | waiting");
}

TEST_CASE("1.3 another intent takes precedence over a free text answer, but not over an answer of a closed type") {
  Talk talk = desk();
  talk(wants("feedback"));
  FlatMessage both = wants("hours");
  both.answers = {good("text", "what are your hours")};
  both.answers[0].whole_message = true;
  CHECK(talk(both) == "say Nine to five. | say Back to it. | ask text 1: What is it? | waiting");

  talk(SessionEvent::kReset);
  talk(wants("track"));
  FlatMessage closed = wants("hours");
  closed.answers = {good("order_id", 9)};
  CHECK(talk(closed) == R"(call orders.track{"note":"for 9","order":9,"urgent":true} | tool_call)");
}

TEST_CASE("4.2 after a digression, the question is asked again, and this costs no attempt") {
  Talk talk = desk();
  talk(wants("track"));
  talk(nonsense());
  CHECK(talk(wants("hours")) ==
        "say Nine to five. | say Back to it. | ask order_id 2: It is on your receipt. | waiting");
  CHECK(talk(wants("refund")) == "ask order_id 1: Refund which order? | waiting");
  CHECK(talk.state().frames.size() == 2);
  CHECK(talk(says(Act::kCancel)) ==
        "say Cancelled. | say Back to it. | ask order_id 2: It is on your receipt. | waiting");
}

TEST_CASE("4.2 the depth of digressions is limited, and an intent is open at most once") {
  Talk talk = desk();
  for (int round = 0; round < 4; ++round) {
    for (const char* intent : {"track", "refund", "feedback", "survey"}) talk(wants(intent));
  }
  CHECK(talk.state().frames.size() == 4);
}

TEST_CASE("5.6 a yes runs the steps, a no does not, and after any other message the bot asks again until a handoff") {
  Talk talk = desk();
  const FlatMessage request = wants("refund", {good("order_id", 1), good("amount", 5)});
  CHECK(talk(request) == "confirm: Refund 5 for 1? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "call refunds.create{} | tool_call");
  CHECK(talk(ok({})) == "say Done. | done");

  talk(request);
  CHECK(talk(says(Act::kDeny)) == "say What then? | waiting");
  CHECK(talk(says(Act::kDeny)) == "say Then not. | done");

  talk(request);
  CHECK(talk(nonsense()) == "say Yes or no? | confirm: Refund 5 for 1? | waiting");
  CHECK(std::get<Confirm>(talk.last().steps.back()).attempt == 2);
  talk(nonsense());
  CHECK(talk(nonsense()) == "say A colleague takes over. | handoff exhausted | handoff");
}

TEST_CASE("5.1 a change voids the confirmation, even with a yes in the same message") {
  Talk talk = desk();
  talk(wants("refund", {good("order_id", 1), good("amount", 5)}));
  FlatMessage yes_but = answers({good("amount", 60)});
  yes_but.act = Act::kAffirm;
  CHECK(talk(yes_but) == "confirm: Refund 60 for 1? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "call refunds.create{} | tool_call");
}

TEST_CASE("3.2 the old value stays until the new one is valid") {
  Talk talk = desk();
  talk(wants("refund", {good("order_id", 1), good("amount", 5)}));
  CHECK(talk(answers({bad("amount", "Too much.")})) == "say Too much. | confirm: Refund 5 for 1? | waiting");
}

TEST_CASE("3.1 an answer to the question does not overwrite another param by accident") {
  Talk talk = desk();
  talk(wants("refund", {good("order_id", 1)}));
  talk(answers({good("amount", 5), good("order_id", 2)}));
  CHECK(talk.last().params.at("order_id") == Value(1));
}

TEST_CASE("8.1 after a tool fails, the failure branch runs; without one, the bot reports the failure and hands off") {
  for (const auto kind : {ToolOutcome::Kind::kFailed, ToolOutcome::Kind::kTimeout, ToolOutcome::Kind::kUnknown}) {
    Talk talk = desk();
    talk(wants("refund", {good("order_id", 1), good("amount", 5)}));
    talk(says(Act::kAffirm));
    CHECK(talk(ToolOutcome{kind, {}, "secret"}) ==
          "say The desk is closed. | say A colleague takes over. | handoff tool_failed | handoff");
    talk(SessionEvent::kGiveBack);
    talk(wants("track", {good("order_id", 1)}));
    CHECK(talk(ToolOutcome{kind, {}, "secret"}) ==
          "say That did not work. | say A colleague takes over. | handoff tool_failed | handoff");
  }
}

TEST_CASE("8.12 while a host tool runs, a message does not advance the intent, and a cancel drops the call") {
  Talk talk = desk();
  talk(wants("track", {good("order_id", 1)}));
  CHECK(talk(wants("hours")) == "say One moment. | tool_call");
  CHECK(talk.state().waiting->call()->call_id == "call-1");
  CHECK(talk(says(Act::kCancel)) == "say Cancelled. | done");
}

TEST_CASE("1.1 without an open intent, each command has its own reply, and a named intent takes precedence") {
  Talk talk = desk();
  CHECK(talk(says(Act::kCancel)) == "say Nothing to cancel. | done");
  CHECK(talk(says(Act::kReset)) == "say From the top. | done");
  CHECK(talk(says(Act::kHuman)) == "say A colleague takes over. | handoff requested | handoff");
  talk(SessionEvent::kGiveBack);
  FlatMessage ambiguous = wants("hours");
  ambiguous.act = Act::kCancel;
  CHECK(talk(ambiguous) == "say Nine to five. | done");
}

TEST_CASE(
    "1.7 messages that are not understood get the fallback, then a handoff, and an understood one resets the count") {
  Talk talk = desk();
  CHECK(talk(nonsense()) == "say Pardon? | done");
  talk(wants("hours"));
  CHECK(talk(nonsense()) == "say Pardon? | done");
  CHECK(talk(nonsense()) == "say A colleague takes over. | handoff fallback | handoff");
  talk(SessionEvent::kGiveBack);
  CHECK(talk(nonsense()) == "say Pardon? | done");
}

TEST_CASE("10.2 a silence repeats the question and costs an attempt, and an end or a reset closes the intent") {
  Talk talk = desk();
  CHECK(talk(SessionEvent::kSilence) == "say Are you there? | done");
  talk(wants("track"));
  CHECK(talk(SessionEvent::kSilence) == "ask order_id 2: It is on your receipt. | waiting");
  CHECK(talk(SessionEvent::kEnd) == "say Bye. | done");
  CHECK(talk.state().ended);
  talk(wants("track"));
  CHECK(talk(SessionEvent::kReset) == "say From the top. | done");
}

TEST_CASE("7.1 a session param outlives its intent, and a param of the intent does not") {
  Talk talk = desk();
  talk(wants("survey", {good("score", 4)}));
  CHECK(talk(wants("survey")) == "say You said 4. | done");
  talk(wants("track", {good("order_id", 1)}));
  talk(ok({}));
  CHECK(talk(wants("track")) == "ask order_id 1: Which order? | waiting");
  talk(SessionEvent::kReset);
  CHECK(talk(wants("survey")) == "ask score 1: One to five? | waiting");
}

TEST_CASE("10.3 a question that is not answered in time expires") {
  Talk talk(read(std::string(kDesk) + "session: {question_ttl: 1h}\n"));
  talk(wants("track"));
  talk.now += 3'599'999;
  CHECK(talk(nonsense()) == "say I did not get that. | ask order_id 2: It is on your receipt. | waiting");
  talk.now += 3'600'000;
  CHECK(talk(answers({good("order_id", 7)})) == "say Pardon? | done");
}

TEST_CASE("10.4 a conversation over its turn limit is handed off") {
  Talk talk = desk();
  talk(wants("hours"));
  talk.over_turn_limit = true;
  CHECK(talk(wants("hours")) == "say A colleague takes over. | handoff max_turns | handoff");
}

TEST_CASE("the same step from the same state gives the same transition") {
  const config::BotDefinition bot = read(kDesk);
  TurnContext moment;
  SessionState first, second;
  const Transition once = step(bot, first, event_of(wants("track"), first), moment);
  const Transition again = step(bot, second, event_of(wants("track"), second), moment);
  CHECK(first == second);
  CHECK(once.steps == again.steps);
  CHECK(once.trace == again.trace);
}

TEST_CASE("9.1 adapt: a state keeps everything that a changed bot still has") {
  Talk talk = desk();
  talk(wants("refund", {good("amount", 5)}));

  SECTION("an unchanged bot does not change the state") {
    talk.state().config_hash = "h";
    const SessionState before = talk.state();
    CHECK(adapt(talk.bot(), talk.state(), "h").empty());
    CHECK(talk.state() == before);
  }
  SECTION("a value of a removed param is dropped") {
    config::BotDefinition changed = talk.bot();
    auto& params = changed.intents[1].params;
    params.erase(params.begin() + 1);
    CHECK(texts(adapt(changed, talk.state(), "h2")) ==
          std::vector<std::string>{"config_changed: dropped param refund.amount"});
    CHECK(talk.state().waiting.has_value());
  }
  SECTION("an open question about a removed param is dropped, and the intent continues with its next param") {
    config::BotDefinition changed = talk.bot();
    changed.intents[1].params.erase(changed.intents[1].params.begin());
    adapt(changed, talk.state(), "h2");
    CHECK_FALSE(talk.state().waiting.has_value());
    step(changed, talk.state(), event_of(nonsense(), talk.state()), {});
    REQUIRE(talk.state().waiting);
    CHECK(talk.state().waits_for<AskedConfirmation>());
  }
}

namespace {

ParamValue any_param_value(const std::string& param) {
  return *rc::gen::arbitrary<bool>() ? good(param, Value(*rc::gen::inRange(0, 3))) : bad(param, "No.");
}

// Returns any event, sensible or not. The event is a tool's outcome exactly when a tool runs.
Sent any_event(const SessionState& state) {
  static const std::vector<std::string> kIntents{"track", "refund", "hours", "feedback", "survey"};
  static const std::vector<std::string> kParams{"order_id", "amount", "note", "text", "city", "score"};
  if (state.handed_off && *rc::gen::inRange(0, 3) == 0) return SessionEvent::kGiveBack;
  const bool is_held = state.handed_off && state.handed_off->outcome;
  const bool tool_runs = state.waits_for<ToolWait>() && !is_held;
  if (tool_runs && *rc::gen::inRange(0, 3) > 0) {
    const auto kind =
        *rc::gen::element(ToolOutcome::Kind::kOk, ToolOutcome::Kind::kFailed, ToolOutcome::Kind::kTimeout);
    return ToolOutcome{kind, {}, {}};
  }
  if (*rc::gen::inRange(0, 10) == 0) {
    return *rc::gen::element(SessionEvent::kSilence, SessionEvent::kEnd, SessionEvent::kReset);
  }
  FlatMessage message;
  if (*rc::gen::inRange(0, 3) == 0) message = wants(*rc::gen::elementOf(kIntents), {any_param_value("order_id")});
  if (*rc::gen::inRange(0, 3) == 0) message.answers.push_back(any_param_value(*rc::gen::elementOf(kParams)));
  message.act = *rc::gen::element(Act::kInform, Act::kInform, Act::kAffirm, Act::kDeny, Act::kCancel, Act::kHuman);
  return message;
}

}  // namespace

TEST_CASE("random conversations: each event gets a reply, and the invariants hold") {
  const config::BotDefinition bot = read(kDesk);
  CHECK(rc::check([&] {
    Talk talk(bot);
    for (int turn = 0; turn < 40; ++turn) {
      const bool was_handed_off = talk.state().handed_off.has_value();
      talk.resumes = *rc::gen::arbitrary<bool>();
      talk(any_event(talk.state()));
      RC_ASSERT(was_handed_off || !talk.last().steps.empty());
      RC_ASSERT(talk.state().frames.size() <= 5U);
      for (const Frame& frame : talk.state().frames) {
        for (const Attempts& failed : all_attempts(frame)) RC_ASSERT(failed.in_all() < 3);
      }
    }
  }));
}

TEST_CASE("random conversations: no question is asked forever") {
  const config::BotDefinition bot = read(kDesk);
  CHECK(rc::check([&] {
    Talk talk(bot);
    const int turns = *rc::gen::inRange(1, 20);
    for (int turn = 0; turn < turns; ++turn) talk(any_event(talk.state()));
    // From here on no message is understood and every tool fails. The bound is five frames with at most two questions
    // and a confirmation each, and three answers per question.
    int left = 5 * 3 * 3;
    while (talk.state().waiting && left-- > 0) {
      const bool tool_runs = talk.state().waits_for<ToolWait>() != nullptr;
      if (talk.state().handed_off) talk(SessionEvent::kGiveBack);
      talk(tool_runs && talk.state().waiting ? Sent(ToolOutcome::failed("")) : Sent(nonsense()));
    }
    RC_ASSERT(!talk.state().waiting.has_value());
  }));
}
