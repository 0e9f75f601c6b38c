// Intents that wait for their turn (docs/dialog.md, rules 6.6 to 6.9).
#include <catch2/catch.hpp>

#include "planner/talk.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kDesk = R"(
parley: 1
bot: {id: desk}
session: {question_ttl: 1m}

intents:
  - id: book
    match: [{regex: book}]
    params: {day: {type: free_text, required: true, ask: "Which day?"}}
    steps: [{say: "Booked for {day}."}]
  - id: groceries
    match: [{regex: groceries}]
    params:
      items: {type: free_text, list: true, required: true, ask: "What?"}
      gift: {type: boolean}
      card: {type: free_text, when: {gift: true}}
    confirm: "{items}{card, select, null {} other {, with {card}}}?"
    steps: [{say: "Bought {items}."}]
  - id: order
    match: [{regex: order}]
    params:
      count: {type: number, required: true, ask: "How many?", validate: [{le: 20, else: "Twenty at most."}]}
      mail: {type: free_text, required: true, scope: session, ask: "Your mail?"}
    steps: [{say: "{count} for {mail}."}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: Nine to five.}]
  - id: mail
    match: [{regex: mail}]
    params: {mail: {type: free_text, required: true, scope: session, ask: "Your mail?"}}
    steps: [{say: "Noted {mail}."}]
replies: {queued: First this., next: And now., resume: Back to it., expired: It has been a while., tool_failed: It went wrong.}
)";

Talk desk() { return Talk(read(kDesk)); }

ParamValue of(const std::string& intent, ParamValue value) {
  value.intent = intent;
  return value;
}
// What says that an intent is wished for, where it is the third or a later one.
ParamValue wish(const std::string& intent, std::size_t at) {
  ParamValue value;
  value.intent = intent;
  value.valid = false;
  value.span = {at, at + 1};
  return value;
}
Understanding with_second(Understanding message, const std::string& intent, std::vector<ParamValue> values) {
  message.second = wants(intent).candidates.front();
  message.second->span = {10, 11};
  message.second_params = std::move(values);
  return message;
}

}  // namespace

TEST_CASE("6.7 a list that was said for a queued intent keeps all its items") {
  Talk talk = desk();
  talk(with_second(wants("book"), "groceries",
                   {good("items", "tea"), good("items", "milk"), good("card", "a card"), good("gift", true)}));
  CHECK(talk(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | confirm: tea and milk, with a card? | waiting");
}

TEST_CASE("6.7 a value that the rules refuse is said to be refused when the queued intent begins") {
  Talk talk = desk();
  ParamValue many = bad("count", "Twenty at most.");
  many.value = 99;
  talk(with_second(wants("book"), "order", {many}));
  CHECK(talk(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | say Twenty at most. | ask count 1: How many? | waiting");
}

TEST_CASE("6.7 a queued intent that is asked for again gets the new values as well, and begins once") {
  Talk talk = desk();
  talk(with_second(wants("book"), "groceries", {good("items", "tea")}));
  CHECK(talk(wants("groceries", {good("items", "milk")})) == "confirm: tea and milk? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "say Bought tea and milk. | say Back to it. | ask day 1: Which day? | waiting");
  CHECK(talk(answers({good("day", "Friday")})) == "say Booked for Friday. | done");
  Talk twice = desk();
  twice(with_second(wants("book"), "groceries", {good("items", "tea")}));
  twice(with_second(answers({}), "groceries", {good("items", "milk")}));
  CHECK(twice(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | confirm: tea and milk? | waiting");
}

TEST_CASE("6.7 a session param that was corrected while the intent was queued keeps the correction") {
  Talk talk = desk();
  talk(with_second(wants("book"), "order", {good("count", 2), good("mail", "old")}));
  talk(wants("mail", {good("mail", "new")}));
  CHECK(talk(answers({good("day", "Friday")})) == "say Booked for Friday. | say And now. | say 2 for new. | done");
}

TEST_CASE("6.6 three intents of one message are served in the order in which they were said") {
  Talk talk = desk();
  CHECK(talk(with_second(wants("book"), "hours", {wish("groceries", 20), of("groceries", good("items", "tea"))})) ==
        "say First this. | ask day 1: Which day? | waiting");
  CHECK(talk(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | say Nine to five. | say And now. | confirm: tea? | waiting");
}

TEST_CASE("6.6 the best candidate may be said last: the others are served before it") {
  Talk talk = desk();
  Understanding all =
      with_second(wants("book"), "hours", {wish("groceries", 20), of("groceries", good("items", "tea"))});
  all.candidates.front().span = {30, 34};
  CHECK(talk(all) == "say First this. | say Nine to five. | say And now. | confirm: tea? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "say Bought tea. | say And now. | ask day 1: Which day? | waiting");
}

TEST_CASE("6.8 the answer goes first, and each of two intents beside it gets its turn") {
  Talk talk = desk();
  talk(wants("book"));
  Understanding message = with_second(answers({good("day", "Friday")}), "groceries", {good("items", "tea")});
  message.candidates = wants("hours").candidates;
  CHECK(talk(message) == "say First this. | say Booked for Friday. | say And now. | confirm: tea? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "say Bought tea. | say And now. | say Nine to five. | done");
}

TEST_CASE("6.9 a person who takes over reads which intents were promised") {
  Talk talk = desk();
  talk(with_second(wants("book"), "groceries", {good("items", "tea")}));
  talk(wants("order"));
  talk(says(Act::kHuman));
  const auto& handoff = std::get<Handoff>(talk.last().steps.back());
  CHECK(handoff.recap == std::vector<std::string>{"interrupted: book", "queued: groceries"});
}

TEST_CASE("6.9 a queued intent that goes with a question that lapsed is said to be gone") {
  Talk talk = desk();
  talk(with_second(wants("book"), "groceries", {good("items", "tea")}));
  talk.now += 120'000;
  CHECK(talk(wants("hours")) == "say It has been a while. | say Nine to five. | done");
}

TEST_CASE("6.9 a queued intent that the changed bot has lost is said to have failed") {
  Talk talk = desk();
  talk(with_second(wants("book"), "groceries", {good("items", "tea")}));
  talk.state().queue.front().intent = "gone";
  CHECK(talk(answers({good("day", "Friday")})) == "say Booked for Friday. | say It went wrong. | done");
}

TEST_CASE("6.9 a cancelled intent gives way to the queued one") {
  Talk talk = desk();
  talk(with_second(wants("book"), "hours", {}));
  CHECK(talk(says(Act::kCancel)) == "say All right, I have cancelled that. | say And now. | say Nine to five. | done");
}
