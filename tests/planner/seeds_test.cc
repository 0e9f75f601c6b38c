// The requirements of the seed documents for the dialog. F39, X52, ... are their numbers in docs/memory.md.
#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kOrderShop = R"(
parley: 1
bot: {id: shop}
session: {question_ttl: 1m}
entities: {order_id: {patterns: ['O-\d+'], examples: [O-1, O-22]}}
tools: {orders.find: {kind: host}}
intents:
  - id: track
    match: [{regex: track}]
    params:
      order: {type: order_id, required: true, scope: session, ask: "Which order?", max_attempts: 3}
    steps:
      - tool: orders.find
        with: {order: "{order}"}
        save: {place: result.place}
      - say: "{order} is {place}."
  - id: refund
    match: [{regex: refund}]
    params:
      order: {type: order_id, required: true, scope: session, ask: "For which order?"}
      why: {type: free_text, required: true, ask: "Why?"}
    steps: [{say: "Refunded {order}."}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: "Nine to five."}]
replies: {not_understood: "What?", examples: "For example {examples}.", resume: "Back to it."}
)";

Talk order_shop() { return Talk(read(kOrderShop)); }

}  // namespace

TEST_CASE("F39: the params of a session are kept by name, and a later value replaces an earlier one") {
  Talk talk = order_shop();
  talk(wants("refund", {good("order", "O-1")}));
  talk(corrects({good("order", "O-2")}));
  REQUIRE(talk.state().params.size() == 1U);
  CHECK(talk.state().params.begin()->first == "order");
  CHECK(talk.state().params.at("order").value == Value("O-2"));
}

TEST_CASE("F40: an intent does not ask for a param that an earlier intent filled") {
  Talk talk = order_shop();
  talk(wants("track", {good("order", "O-1")}));
  talk(ok({{"place", "here"}}));
  CHECK(talk(wants("refund")) == "ask why 1: Why? | waiting");
}

TEST_CASE("X52: a param that holds the empty text is filled, and is not asked for") {
  Talk talk = order_shop();
  CHECK(talk(wants("refund", {good("order", "O-1"), good("why", "")})) == "say Refunded O-1. | done");
}

TEST_CASE("F41: a question sets the awaited param, and the answer clears it") {
  Talk talk = order_shop();
  talk(wants("refund"));
  REQUIRE(talk.state().waiting);
  CHECK(talk.state().waiting->param() == "order");
  talk(answers({good("order", "O-1")}));
  CHECK(talk.state().waiting->param() == "why");
  talk(answers({good("why", "broken")}));
  CHECK_FALSE(talk.state().waiting);
}

TEST_CASE("F42: a question is sent and ends the turn, and the next message answers it") {
  Talk talk = order_shop();
  CHECK(talk(wants("track")) == "ask order 1: Which order? | waiting");
}

TEST_CASE("F43: while a question is open, the next message is read as its answer first") {
  Talk talk = order_shop();
  talk(wants("refund"));
  FlatMessage both = wants("track");
  both.answers = {good("order", "O-1")};
  CHECK(talk(both) == "say One after the other; I will come back to the rest. | ask why 1: Why? | waiting");
}

TEST_CASE("F44: a reset clears the question and the params") {
  Talk talk = order_shop();
  talk(wants("refund", {good("order", "O-1")}));
  talk(SessionEvent::kReset);
  CHECK_FALSE(talk.state().waiting);
  CHECK(talk.state().params.empty());
}

TEST_CASE("F45: a question that is not answered in time is cleared, and the next message is not read as its answer") {
  Talk talk = order_shop();
  talk(wants("refund"));
  talk.now += 120'000;
  FlatMessage late = wants("hours");
  late.answers = {good("order", "O-1")};
  CHECK(talk(late) == "say Nine to five. | done");
}

TEST_CASE("F46: another intent is served at once, and the question is asked again afterwards") {
  Talk talk = order_shop();
  talk(wants("refund"));
  CHECK(talk(wants("hours")) == "say Nine to five. | say Back to it. | ask order 1: For which order? | waiting");
}

TEST_CASE("F47, F48: a question is asked again with examples, and after max_attempts the conversation is handed off") {
  Talk talk = order_shop();
  talk(wants("track"));
  CHECK(talk(nonsense()) == "say What? | ask order 2: Which order? For example O-1 or O-22. | waiting");
  talk(nonsense());
  CHECK(talk(nonsense()) == "say I am handing you over to a person. | handoff exhausted | handoff");
}

TEST_CASE("F49, F50: a plan asks, calls a tool and continues from the step at which it waited") {
  Talk talk = order_shop();
  talk(wants("track"));
  CHECK(talk(answers({good("order", "O-1")})) == R"(call orders.find{"order":"O-1"} | tool_call)");
  REQUIRE(talk.state().frames.size() == 1U);
  REQUIRE(talk.state().frames.back().runs.size() == 1U);
  CHECK(talk.state().frames.back().runs.front().status == StepRun::Status::kWaiting);
  CHECK(talk(ok({{"place", "here"}})) == "say O-1 is here. | done");
}

TEST_CASE("F52: the last result of a tool is kept after the answer") {
  Talk talk = order_shop();
  talk(wants("track", {good("order", "O-1")}));
  talk(ok({{"place", "here"}, {"secret", 1}}));
  CHECK(talk.state().last_result == Value(Value::Object{{"place", "here"}}));
}
