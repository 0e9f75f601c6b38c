// Tests the steps of intents: branches, several tools, calls of other intents, failures (docs/dialog.md).
#include <catch2/catch.hpp>

#include "planner/planner_harness.h"
#include "planner/position.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kRefundDesk = R"(
parley: 1
bot: {id: desk}
tools:
  orders.find: {kind: host}
  refunds.create: {kind: host}
  mail.send: {kind: host}
intents:
  - id: refund
    match: [{regex: refund}]
    interruptible: false
    params:
      order: {type: number, required: true, ask: "Which order?"}
      reason: {type: free_text, when: {order: {gt: 100}}, required: true, ask: "Why?"}
      email: {type: free_text, prefill: "{context.email}", required: true, ask: "Your email?"}
      voucher: {type: boolean, ask: "A voucher instead?"}
    steps:
      - tool: orders.find
        with: {order: "{order}"}
        save: {total: result.total}
        progress: Let me look.
        reject:
          - {when: {result.found: false}, param: order, say: There is no such order.}
          - {when: {result.shipped: true}, param: order, say: "Order {order} left on {result.left.day}."}
        on_timeout: [{say: Our desk is slow today.}]
        on_failure: [{say: The desk is closed.}, {start: hours}]
      - if: {total: {gt: 50}}
        then:
          - ask: voucher
          - if: {voucher: true}
            then: [{say: "A voucher it is."}]
            else: [{tool: refunds.create, with: {order: "{order}", total: "{total}"}}]
        else:
          - say: Too little to refund.
      - call: verify
        with: {email: "{email}"}
        save: {verified: result.code}
      - say: "Done, {verified}."
  - id: verify
    match: [{regex: verify}]
    params: {email: {type: free_text, required: true, ask: "Email?"}, code: {type: number, required: true, ask: "Code?"}}
    steps: [{tool: mail.send, with: {to: "{email}"}, on_failure: [{say: No mail.}]}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: Nine to five.}]
  - id: survey
    match: [{regex: survey}]
    interrupts: false
    steps: [{say: Thanks for the survey.}]
replies: {not_now: Not now., next: And now., busy: One moment., tool_failed: That did not work., handoff: Over., cancelled: Cancelled.}
fallback: {say: Pardon?}
)";

Talk refund_desk() { return Talk(read(kRefundDesk)); }

Talk refunding(int order, int total) {
  Talk talk = refund_desk();
  talk.context = Value(Value::Object{{"email", "a@b.c"}});
  talk(wants("refund", {good("order", order)}));
  talk(ok({{"total", total}, {"found", true}}));
  return talk;
}

}  // namespace

TEST_CASE("7.3 a conditional param is asked only while its condition holds, and dropped when it no longer does") {
  Talk talk = refund_desk();
  talk.context = Value(Value::Object{{"email", "a@b.c"}});
  CHECK(talk(wants("refund", {good("order", 200)})) == "ask reason 1: Why? | waiting");
  CHECK(talk(corrects({good("order", 5)})) == R"(say Let me look. | call orders.find{"order":5} | tool_call)");
  CHECK(talk.last().params.count("reason") == 0);
}

TEST_CASE("7.2 a param with prefill is asked for only if its prefill has no value") {
  Talk talk = refund_desk();
  CHECK(talk(wants("refund", {good("order", 5)})) == "ask email 1: Your email? | waiting");
}

TEST_CASE("7.2 a value from the context is validated like a user's") {
  Talk talk(read(R"(
parley: 1
bot: {id: seats}
intents:
  - id: book
    match: [{regex: book}]
    params:
      seats: {type: number, required: true, ask: "How many?", prefill: "{context.seats}", validate: [{le: 9, else: Too many.}]}
    steps: [{say: "{seats} seats."}]
)"));
  talk.context = Value(Value::Object{{"seats", 12}});
  CHECK(talk(wants("book")) == "ask seats 1: How many? | waiting");
  talk(SessionEvent::kReset);
  talk.context = Value(Value::Object{{"seats", 2}});
  CHECK(talk(wants("book")) == "say 2 seats. | done");
}

TEST_CASE("7.2 a default of a session param applies only to its intent, and is not stored as the session's value") {
  Talk talk(read(R"(
parley: 1
bot: {id: seats}
intents:
  - id: book
    match: [{regex: book}]
    params: {seats: {type: number, scope: session, default: 1}}
    steps: [{say: "{seats}"}]
  - id: count
    match: [{regex: count}]
    params: {seats: {type: number, scope: session, required: true, ask: "How many?"}}
    steps: [{say: "{seats}"}]
)"));
  CHECK(talk(wants("book")) == "say 1 | done");
  CHECK(talk(wants("count")) == "ask seats 1: How many? | waiting");
}

TEST_CASE("8.1 branches depend on results of tools and on params") {
  Talk little = refunding(5, 20);
  CHECK(little.last().steps.front() == Step(Say{"Too little to refund."}));
  CHECK(little.state().waiting->param() == "code");

  Talk much = refunding(5, 80);
  CHECK(much.state().waiting->param() == "voucher");
  CHECK(much(answers({good("voucher", true)})) == "say A voucher it is. | ask code 1: Code? | waiting");

  Talk money = refunding(5, 80);
  CHECK(money(answers({good("voucher", false)})) == R"(call refunds.create{"order":5,"total":80} | tool_call)");
  CHECK(money(ok({})) == "ask code 1: Code? | waiting");
}

TEST_CASE("8.10 a called intent returns its values to its caller") {
  Talk talk = refunding(5, 20);
  CHECK(talk.state().frames.size() == 2);
  CHECK(talk.state().frames.back().called);
  CHECK(talk(answers({good("code", 42)})) == R"(call mail.send{"to":"a@b.c"} | tool_call)");
  CHECK(talk(ok({})) == "say Done, 42. | done");
}

TEST_CASE("8.10 a cancel of a called intent also cancels its caller") {
  Talk talk = refunding(5, 20);
  CHECK(talk(says(Act::kCancel)) == "say Cancelled. | done");
}

TEST_CASE("8.1 success, failure and timeout have separate branches") {
  Talk failed = refund_desk();
  failed.context = Value(Value::Object{{"email", "a@b.c"}});
  failed(wants("refund", {good("order", 5)}));
  CHECK(failed(ToolOutcome::failed("x")) == "say The desk is closed. | say Nine to five. | done");

  Talk late = refund_desk();
  late.context = failed.context;
  late(wants("refund", {good("order", 5)}));
  CHECK(late(ToolOutcome{ToolOutcome::Kind::kTimeout, {}, ""}) == "say Our desk is slow today. | done");
}

TEST_CASE("8.2 after a tool rejects a value, the bot asks for it again") {
  Talk talk = refund_desk();
  talk.context = Value(Value::Object{{"email", "a@b.c"}});
  talk(wants("refund", {good("order", 5)}));
  CHECK(talk(ok({{"found", false}})) == "say There is no such order. | ask order 2: Which order? | waiting");
  CHECK(talk(answers({good("order", 6)})) == R"(say Let me look. | call orders.find{"order":6} | tool_call)");
  CHECK(talk(ToolOutcome::rejected({{"order", "Not yours."}})) ==
        "say Not yours. | ask order 3: Which order? | waiting");
}

TEST_CASE("8.3 a tool that failed may offer other values, and a yes accepts them") {
  const auto diner = [] {
    return Talk(read(R"(
parley: 1
bot: {id: diner}
tools: {tables.book: {kind: host}}
intents:
  - id: table
    match: [{regex: table}]
    params:
      hour: {type: number, required: true, scope: session, ask: "When?", validate: [{le: 22, else: Too late.}]}
      seats: {type: number, default: 2}
    confirm: "{seats} at {hour}?"
    steps:
      - tool: tables.book
        with: {at: "{hour}", seats: "{seats}"}
        on_failure: [{say: That is taken.}, {say: Try later.}]
      - say: Booked.
  - id: quick
    match: [{regex: quick}]
    params: {hour: {type: number, required: true, ask: "When?"}}
    steps: [{tool: tables.book, with: {at: "{hour}"}}]
replies: {denied: Then not., change: What then?, tool_failed: No luck., handoff: Over.}
fallback: {say: Pardon?}
)"));
  };
  const auto offer = [](Value::Object values) { return ToolOutcome::offering("full", std::move(values)); };
  Talk yes = diner();
  yes(wants("table", {good("hour", 18)}));
  CHECK(yes(says(Act::kAffirm)) == R"(call tables.book{"at":18,"seats":2} | tool_call)");
  CHECK(yes(offer({{"at", 19}})) == "say That is taken. | confirm: 2 at 19? | waiting");
  CHECK(yes.state().params.at("hour").value == Value(18));
  CHECK(yes(says(Act::kAffirm)) == R"(call tables.book{"at":19,"seats":2} | tool_call)");
  CHECK(yes.state().params.at("hour").value == Value(19));
  CHECK(yes(ok({})) == "say Booked. | done");

  Talk no = diner();
  no(wants("table", {good("hour", 18)}));
  no(says(Act::kAffirm));
  no(offer({{"hour", 19}, {"seats", 4}}));
  CHECK(no(says(Act::kDeny)) == "say What then? | waiting");
  CHECK(no(says(Act::kDeny)) == "say Then not. | done");
  CHECK(no.state().params.at("hour").value == Value(18));

  for (const Value::Object& none :
       {Value::Object{}, Value::Object{{"at", 18}}, Value::Object{{"at", 23}}, Value::Object{{"place", 1}}}) {
    Talk talk = diner();
    talk(wants("table", {good("hour", 18)}));
    talk(says(Act::kAffirm));
    CHECK(talk(offer(none)) == "say That is taken. | say Try later. | done");
  }
  Talk unconfirmed = diner();
  unconfirmed(wants("quick", {good("hour", 18)}));
  CHECK(unconfirmed(offer({{"at", 19}})) == "say No luck. | say Over. | handoff tool_failed | handoff");
}

TEST_CASE("8.2 the sentence about a rejected value may name parts of the result") {
  Talk talk = refund_desk();
  talk.context = Value(Value::Object{{"email", "a@b.c"}});
  talk(wants("refund", {good("order", 5)}));
  const Value left(Value::Object{{"day", "Monday"}});
  CHECK(talk(ok({{"shipped", true}, {"left", left}})) ==
        "say Order 5 left on Monday. | ask order 2: Which order? | waiting");
  CHECK(talk.state().frames.back().saved.count("result") == 0);
}

TEST_CASE("3.4 a correction after a step repeats only the steps that it changes") {
  Talk talk = refunding(5, 80);
  CHECK(talk(corrects({good("email", "x@y.z")})) == "ask voucher 1: A voucher instead? | waiting");
  CHECK(talk(corrects({good("order", 6)})) == R"(say Let me look. | call orders.find{"order":6} | tool_call)");
}

TEST_CASE("8.12 if a message arrives while a slow tool runs, the bot says the text of the tool") {
  Talk talk = refund_desk();
  talk.context = Value(Value::Object{{"email", "a@b.c"}});
  talk(wants("refund", {good("order", 5)}));
  CHECK(talk(nonsense()) == "say Let me look. | tool_call");
}

TEST_CASE("4.4 an intent waits if it may not interrupt, or if the open intent may not be interrupted") {
  Talk talk = refund_desk();
  talk.context = Value(Value::Object{{"email", "a@b.c"}});
  talk(wants("refund", {good("order", 200)}));
  CHECK(talk(wants("hours")) == "say Not now. | ask reason 1: Why? | waiting");
  talk(says(Act::kCancel));
  CHECK(talk.last().steps.back() == Step(Say{"Nine to five."}));

  Talk other = refund_desk();
  other(wants("verify"));
  CHECK(other(wants("survey")) == "say Not now. | ask email 1: Email? | waiting");
  CHECK(other(says(Act::kCancelAll)).find("done") != std::string::npos);
  CHECK(other.state().queue.empty());
}

TEST_CASE("8.8 a call that failed is not made again for the same message") {
  Talk talk(read(R"(
parley: 1
bot: {id: loop}
tools: {t: {kind: host}}
intents:
  - id: again
    match: [{regex: again}]
    steps: [{tool: t, on_failure: [{start: again_too}]}]
  - id: again_too
    match: [{regex: too}]
    steps: [{tool: t, on_failure: [{say: Enough.}]}]
)"));
  CHECK(talk(wants("again")) == "call t{} | tool_call");
  CHECK(talk(ToolOutcome::failed("")) == "say Enough. | done");
}

TEST_CASE("8.9 intents that start each other without end are handed off") {
  Talk talk(read(R"(
parley: 1
bot: {id: loop}
intents:
  - id: ping
    match: [{regex: ping}]
    steps: [{start: pong}]
  - id: pong
    match: [{regex: pong}]
    steps: [{say: Pong.}, {start: ping}]
replies: {handoff: Over., tool_failed: That did not work.}
)"));
  talk(wants("ping"));
  CHECK(talk.last().status == TurnStatus::kHandoff);
  CHECK(talk.last().steps.size() < 110);
}

TEST_CASE("9.1 after a change of the bot, the outcome of a tool is used at the new position of its step") {
  Talk talk = refund_desk();
  talk.context = Value(Value::Object{{"email", "a@b.c"}});
  talk(wants("refund", {good("order", 5)}));
  config::BotDefinition changed = read(kRefundDesk);
  auto& steps = changed.intents[0].steps;
  steps.insert(steps.begin(), steps.back());
  SessionState state = talk.state();
  adapt(changed, state, "h2");
  step(changed, state, ok({{"total", 20}, {"found", true}}), {});
  CHECK(state.waiting.has_value());
}
