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
