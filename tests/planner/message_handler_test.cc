// Tests the order in which the acts of a message are applied, and what settles a message (docs/dialog.md, 1.2 and 1.3).
#include "planner/message_handler.h"

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kMessageBot = R"(
parley: 1
bot: {id: desk}
entities: {order_id: {patterns: ['O-\d+'], examples: [O-1]}}
tools: {orders.find: {kind: host}, orders.pay: {kind: host}}
intents:
  - id: refund
    match: [{regex: refund}]
    answers: [{examples: [is there a fee], say: "It is free."}]
    params:
      order: {type: order_id, required: true, ask: "Which order?"}
      size: {type: number, required: true, ask: "Which size?"}
    confirm: {ask: "Refund {order}, {size}?"}
    steps: [{tool: orders.pay}, {say: "Done."}]
  - id: track
    match: [{regex: track}]
    steps: [{tool: orders.find}, {say: "Here."}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: "Nine to five."}]
)";

// Acts as a caller sends them, without their words.
DialogAct said(decltype(DialogAct::what) what) {
  DialogAct one;
  one.source.kind = ActSource::Kind::kCaller;
  one.what = std::move(what);
  return one;
}
DialogAct informs(const std::string& param, Value value) {
  return said(acts::Inform{good(param, std::move(value)), {}});
}
DialogAct requests(const std::string& intent, acts::Request::Role role = acts::Request::Role::kNow) {
  acts::Request request;
  request.wanted.candidate.intent = intent;
  request.role = role;
  return said(std::move(request));
}
DialogAct questions() { return said(acts::Ask{acts::Ask::Entry{"refund", "", 0}}); }
DialogAct commands(acts::Command::Kind kind) { return said(acts::Command{kind}); }

Event message(std::vector<DialogAct> all) {
  Understanding message;
  message.acts = std::move(all);
  return message;
}

Talk asking_for_order() {
  Talk talk(read(kMessageBot));
  talk.handle(message({requests("refund")}));
  return talk;
}
Talk confirming() {
  Talk talk = asking_for_order();
  talk.handle(message({informs("order", "O-1"), informs("size", 42)}));
  return talk;
}

}  // namespace

TEST_CASE("the acts of a message are all applied, and settle once") {
  struct Case {
    const char* name;
    Talk (*before)();
    std::vector<DialogAct> acts;
    const char* steps;
  };
  const Case cases[] = {
      {"an answer before a question",
       asking_for_order,
       {informs("order", "O-1"), questions()},
       "say It is free. | ask size 1: Which size? | waiting"},
      {"an answer after a question",
       asking_for_order,
       {questions(), informs("order", "O-1")},
       "say It is free. | ask size 1: Which size? | waiting"},
      {"two values, one question",
       asking_for_order,
       {informs("order", "O-1"), informs("size", 42)},
       "confirm: Refund O-1, 42? | waiting"},
      {"only a question repeats the open one",
       asking_for_order,
       {questions()},
       "say It is free. | ask order 1: Which order? | waiting"},
      {"nothing counts an attempt",
       asking_for_order,
       {},
       "say Sorry, I did not get that. | ask order 2: Which order? For example: O-1. | waiting"},
      {"another value instead of a no",
       confirming,
       {said(acts::Deny{}), informs("size", 43)},
       "confirm: Refund O-1, 43? | waiting"},
      {"a yes and a question",
       confirming,
       {said(acts::Affirm{}), questions()},
       "say It is free. | call orders.pay{} | tool_call"},
      {"a request that waits behind an answer",
       asking_for_order,
       {informs("order", "O-1"), requests("hours", acts::Request::Role::kNext)},
       "say One after the other; I will come back to the rest. | ask size 1: Which size? | waiting"},
      {"a cancel and a request",
       asking_for_order,
       {commands(acts::Command::Kind::kCancel), requests("hours")},
       "say All right, I have cancelled that. | say Nine to five. | done"},
  };
  for (const Case& one : cases) {
    INFO(one.name);
    Talk talk = one.before();
    CHECK(talk.handle(message(one.acts)) == one.steps);
  }
}

TEST_CASE("of two contrary acts, the one that the user said last counts") {
  const auto at = [](DialogAct act, std::size_t begin) {
    act.span = {begin, begin + 2};
    return act;
  };
  const DialogAct yes = said(acts::Affirm{}), no = said(acts::Deny{});
  const DialogAct cancel = commands(acts::Command::Kind::kCancel);
  Talk confirmed = confirming();
  CHECK(confirmed.handle(message({at(no, 0), at(yes, 3)})) == "call orders.pay{} | tool_call");
  Talk refused = confirming();
  CHECK(refused.handle(message({at(no, 0), at(yes, 3), at(no, 6)})) ==
        "say All right. What should I change? | waiting");
  Talk taken_back(read(kMessageBot));
  CHECK(taken_back.handle(message({at(requests("track"), 0), at(cancel, 9)})) ==
        "say There is nothing to cancel. | done");
}

TEST_CASE("a person gets what the user said beside the wish for a person") {
  Talk talk = asking_for_order();
  const DialogAct person = commands(acts::Command::Kind::kPerson);
  CHECK(talk.handle(message({informs("order", "O-1"), person, requests("hours")})) ==
        "say I am handing you over to a person. | handoff requested | handoff");
  CHECK(talk.state().frames.back().params.count("order") == 1);
  CHECK(talk.state().queue.size() == 1);
}

TEST_CASE("no act of a message remains when a tool suspends the turn: an intent that waits is in the queue") {
  Talk talk = confirming();
  CHECK(talk.handle(message({said(acts::Affirm{}), requests("hours", acts::Request::Role::kNext)})) ==
        "call orders.pay{} | tool_call");
  REQUIRE(talk.state().queue.size() == 1);
  CHECK(talk.state().queue.front().intent == "hours");
  CHECK(talk(ok({})) == "say Done. | say Now to the other thing you asked for. | say Nine to five. | done");
}

TEST_CASE("a message that does nothing changes neither the values nor the queue") {
  Talk talk = asking_for_order();
  const auto params = talk.state().frames.back().params.size();
  talk.handle(message({said(acts::Remark{})}));
  CHECK(talk.state().frames.back().params.size() == params);
  CHECK(talk.state().queue.empty());
  CHECK(talk.state().frames.back().attempts.params["order"].not_understood == 1);
}
