// Tests the order of the rules that interpret a message (docs/dialog.md, section 1).
#include "planner/message_policy.h"

#include <set>

#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kPolicyBot = R"(
parley: 1
bot: {id: desk}
entities: {order_id: {patterns: ['O-\d+'], examples: [O-1]}}
tools: {orders.find: {kind: host}}
intents:
  - id: refund
    match: [{regex: refund}]
    params:
      order: {type: order_id, required: true, ask: "Which order?"}
      why: {type: free_text, required: true, ask: "Why?"}
    confirm: {ask: "Refund {order}?"}
    steps: [{say: "Done."}]
  - id: track
    match: [{regex: track}]
    steps: [{tool: orders.find}, {say: "Here."}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: "Nine to five."}]
)";

// Returns the name of the first rule that applies to the message.
std::string rule_for(Talk& talk, const Understanding& message) {
  TurnContext context;
  const TransitionBuilder builder(talk.bot(), talk.state(), context);
  for (const MessageRule& rule : message_rules()) {
    if (rule.applies(builder, message)) return rule.name;
  }
  return "(none)";
}

Talk idle() { return Talk(read(kPolicyBot)); }
Talk asking_for_order() {
  Talk talk = idle();
  talk(wants("refund"));
  return talk;
}
Talk asking_for_reason() {
  Talk talk = asking_for_order();
  talk(answers({good("order", "O-1")}));
  return talk;
}
Talk confirming() {
  Talk talk = asking_for_reason();
  talk(answers({good("why", "broken")}));
  return talk;
}
Talk changing() {
  Talk talk = confirming();
  talk(says(Act::kDeny));
  return talk;
}
Talk choosing() {
  Talk talk = asking_for_order();
  talk(unclear({good("order", "O-1"), good("order", "O-2")}));
  return talk;
}
Talk calling() {
  Talk talk = idle();
  talk(wants("track"));
  return talk;
}
Talk without_question() {
  Talk talk = asking_for_order();
  talk.state().waiting.reset();
  return talk;
}

Understanding says_and_wants(Act act, const std::string& intent) {
  Understanding message = wants(intent);
  message.act = act;
  return message;
}
Understanding says_and_answers(Act act, ParamValue value) {
  Understanding message = answers({std::move(value)});
  message.act = act;
  return message;
}
Understanding says_then_wants(Act act, const std::string& intent) {
  Understanding message = says(act);
  message.further.push_back({wants(intent).candidates.front(), {}, {}});
  return message;
}

}  // namespace

TEST_CASE("a message is interpreted by the first rule that applies") {
  ParamValue free_text = good("why", "none");
  free_text.whole_message = true;
  struct Case {
    Talk (*talk)();
    Understanding message;
    const char* rule;
  };
  const Case cases[] = {
      {idle, wants("hours"), "nothing is open"},
      {idle, nonsense(), "nothing is open"},
      {idle, says(Act::kCancel), "cancel"},
      {idle, says_and_wants(Act::kCancel, "hours"), "nothing is open"},
      {idle, says_then_wants(Act::kAffirm, "hours"), "another intent instead"},
      {idle, says_then_wants(Act::kHuman, "hours"), "a person"},
      {asking_for_order, says(Act::kCancel), "cancel"},
      {asking_for_order, says(Act::kCancelAll), "cancel everything"},
      {asking_for_order, says(Act::kReset), "start over"},
      {asking_for_order, says(Act::kHuman), "a person"},
      {asking_for_order, says_and_wants(Act::kHuman, "hours"), "answer for a param"},
      {asking_for_order, says_then_wants(Act::kCancel, "hours"), "another intent instead"},
      {asking_for_order, says(Act::kRepeat), "repeat"},
      {asking_for_order, says(Act::kWhy), "why"},
      {asking_for_order, says(Act::kSkip), "skip"},
      {asking_for_order, says(Act::kDontKnow), "skip"},
      {asking_for_order, says_and_wants(Act::kRepeat, "hours"), "answer for a param"},
      {asking_for_order, says_and_answers(Act::kSkip, good("order", "O-1")), "answer for a param"},
      {asking_for_reason, says_and_answers(Act::kSkip, free_text), "skip"},
      {asking_for_order, wants("hours"), "answer for a param"},
      {asking_for_order, nonsense(), "answer for a param"},
      {confirming, says(Act::kAffirm), "answer to a confirmation"},
      {confirming, says(Act::kSkip), "answer to a confirmation"},
      {changing, says(Act::kDeny), "what to change"},
      {choosing, picks(0), "a choice"},
      {calling, nonsense(), "a tool runs"},
      {calling, wants("hours"), "a tool runs"},
      {calling, says(Act::kCancel), "cancel"},
      {without_question, nonsense(), "the question is lost"},
  };
  int number = 0;
  for (const Case& one : cases) {
    Talk talk = one.talk();
    INFO("case " << number++);
    CHECK(rule_for(talk, one.message) == one.rule);
  }
}

TEST_CASE("each rule has its own name") {
  std::set<std::string> names;
  for (const MessageRule& rule : message_rules()) CHECK(names.insert(rule.name).second);
}
