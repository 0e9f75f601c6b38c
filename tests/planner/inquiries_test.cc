// Tests how the bot answers questions of the user while it waits for an answer (docs/dialog.md, rules 4.7 to 4.10).
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kLine = R"(
parley: 1
bot: {id: line}
intents:
  - id: order
    match: [{regex: order}]
    params:
      plan: {type: free_text, required: true, ask: Which plan?, max_attempts: 2,
             answers: [{examples: [which is faster], say: The large one.}]}
    confirm: Shall I order {plan}?
    answers: [{examples: [how much], say: {any: ['{plan} costs ten.', Ten.]}}]
    steps: [{say: Ordered.}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: Nine to five.}]
replies: {no_answer: I do not know., queued: Later., next: Now the rest., denied: Not ordered., resume: Back.}
)";

Talk line() { return Talk(read(kLine)); }

Inquiry inquiry(const std::string& intent, const std::string& param = "") { return {{}, intent, param, 0}; }

FlatMessage asks(std::vector<Inquiry> inquiries, FlatMessage also = {}) {
  also.inquiries = std::move(inquiries);
  return also;
}

FlatMessage asks_page(FlatMessage also = {}) {
  also.passage = Passage{"Help > Costs", "It costs ten.", "help/costs.md#costs", 0.9};
  return also;
}

}  // namespace

TEST_CASE("4.7 an answer is said, and the open question comes back") {
  Talk talk = line();
  talk(wants("order"));
  CHECK(talk(asks({inquiry("order", "plan")})) == "say The large one. | ask plan 1: Which plan? | waiting");
  CHECK(talk.trace().front() == "inquiry order.plan");
  CHECK(talk(asks({inquiry("order")})) == "say Ten. | ask plan 1: Which plan? | waiting");
  talk(answers({good("plan", "basic")}));
  CHECK(talk(asks({inquiry("order")})) == "say basic costs ten. | confirm: Shall I order basic? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "say Ordered. | done");
}

TEST_CASE("4.7 an answer follows the values of the same message, and comes before the next question") {
  Talk talk = line();
  talk(wants("order"));
  CHECK(talk(asks({inquiry("order")}, answers({good("plan", "basic")}))) ==
        "say basic costs ten. | confirm: Shall I order basic? | waiting");
  talk = line();
  talk(wants("order", {good("plan", "basic")}));
  CHECK(talk(asks({inquiry("order")}, wants("hours"))) ==
        "say basic costs ten. | say Nine to five. | say Back. | confirm: Shall I order basic? | waiting");
}

TEST_CASE("4.7 two questions with one answer are answered once") {
  Talk talk = line();
  talk(wants("order"));
  CHECK(talk(asks({inquiry("order"), inquiry("order"), inquiry("order", "plan")})) ==
        "say Ten. | say The large one. | ask plan 1: Which plan? | waiting");
}

TEST_CASE("4.8 a question without an answer costs no attempt, except each sixth in a row") {
  Talk talk = line();
  talk(wants("order"));
  for (int i = 0; i < 5; ++i) {
    CHECK(talk(asks({inquiry("")})) == "say I do not know. | ask plan 1: Which plan? | waiting");
  }
  CHECK(talk.trace().front() == "no_answer order");
  CHECK(talk(asks({inquiry("")})).find("ask plan 2") != std::string::npos);
}

TEST_CASE("4.10 while nothing is open, the answer is all that the bot says") {
  Talk talk = line();
  CHECK(talk(asks({inquiry("order")})) == "say Ten. | done");
  CHECK(talk.state().frames.empty());
  CHECK(talk.state().unmatched == 0);
}

TEST_CASE("4.7 an answer of an entry that is gone is no answer") {
  Talk talk = line();
  talk(wants("order"));
  CHECK(talk(asks({{{}, "order", "", 7}})) == "say I do not know. | ask plan 1: Which plan? | waiting");
  CHECK(talk(asks({inquiry("gone")})) == "say I do not know. | ask plan 1: Which plan? | waiting");
}

TEST_CASE("4.10 an answer ends a row of messages that were not understood") {
  Talk talk = line();
  talk(nonsense());
  talk(nonsense());
  talk(asks({inquiry("order")}));
  CHECK(talk.state().unmatched == 0);
}

TEST_CASE("5.7 a no with another intent ends the intent, and the other one begins") {
  Talk talk = line();
  talk(wants("order", {good("plan", "basic")}));
  FlatMessage message = says(Act::kDeny);
  message.further.push_back({wants("hours").candidates.front(), {}, {}});
  CHECK(talk(message) == "say Not ordered. | say Now the rest. | say Nine to five. | done");
  talk(wants("order", {good("plan", "basic")}));
  message = wants("hours");
  message.act = Act::kDeny;
  CHECK(talk(message) == "say Not ordered. | say Now the rest. | say Nine to five. | done");
}

TEST_CASE("16.1 a passage is said, and the open question comes back without costing an attempt") {
  Talk talk = line();
  CHECK(talk(asks_page()) == "say It costs ten. | done");
  CHECK(talk.trace().front() == "passage help/costs.md#costs");
  talk(wants("order"));
  for (int i = 0; i < 5; ++i) {
    CHECK(talk(asks_page(asks({inquiry("")}))) == "say It costs ten. | ask plan 1: Which plan? | waiting");
  }
  CHECK(talk(asks_page()).find("ask plan 2") != std::string::npos);
}

TEST_CASE("16.3 a passage is neither a yes nor a value, and a clear yes with a question is a yes") {
  Talk talk = line();
  talk(wants("order", {good("plan", "basic")}));
  CHECK(talk(asks_page()) == "say It costs ten. | confirm: Shall I order basic? | waiting");
  CHECK(talk(asks_page(asks({inquiry("")}, says(Act::kAffirm)))) == "say It costs ten. | say Ordered. | done");
}

TEST_CASE("16.1 an entry of `answers` takes precedence over a passage") {
  Talk talk = line();
  talk(wants("order"));
  CHECK(talk(asks({inquiry("order")}, nonsense())) == "say Ten. | ask plan 1: Which plan? | waiting");
  CHECK(talk(asks_page(asks({inquiry("order"), inquiry("")}))) ==
        "say Ten. | say It costs ten. | ask plan 1: Which plan? | waiting");
}

TEST_CASE("16.5 a passage ends a row of messages that were not understood") {
  Talk talk = line();
  talk(nonsense());
  talk(nonsense());
  talk(asks_page());
  CHECK(talk.state().unmatched == 0);
}

TEST_CASE("The text around a passage has its title and source, also if a param has such a name") {
  config::BotDefinition bot = read(R"(
parley: 1
bot: {id: a}
knowledge: {answers: [{question: q, answer: a}], say: '{answer} / {title} / {source}'}
intents:
  - id: buy
    match: [{regex: buy}]
    params: {title: {type: free_text, required: true, sensitive: true, ask: "Title?"}, day: {type: date, required: true, ask: Day?}}
    steps: [{say: Ok.}]
)");
  Talk talk(std::move(bot));
  talk(wants("buy", {good("title", "secret")}));
  CHECK(talk(asks_page()) == "say It costs ten. / Help > Costs / help/costs.md#costs | ask day 1: Day? | waiting");
}
