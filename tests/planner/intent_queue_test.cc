// Tests the queue of intents that begin later (docs/dialog.md, rules 6.6 to 6.9).
#include <catch2/catch.hpp>

#include "memory/codec.h"
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kQueueDesk = R"(
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
      note: {type: free_text}
      card: {type: free_text, when: {gift: true}}
    confirm: "{items}{card, select, null {} other {, with {card}}}?"
    steps: [{say: "Bought {items}."}]
  - id: order
    match: [{regex: order}]
    params:
      count: {type: number, required: true, ask: "How many?", validate: [{le: 20, else: "Twenty at most."}]}
      mail: {type: free_text, required: true, scope: session, ask: "Your mail?"}
    steps: [{say: "{count} for {mail}."}]
  - id: permit
    interruptible: false
    match: [{regex: permit}]
    params: {zone: {type: free_text, required: true, ask: "Which zone?"}}
    steps: [{say: "Zone {zone}."}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: Nine to five.}]
  - id: mail
    match: [{regex: mail}]
    params: {mail: {type: free_text, required: true, scope: session, ask: "Your mail?"}}
    steps: [{say: "Noted {mail}."}]
replies: {queued: First this., next: And now., resume: Back to it., expired: It has been a while., tool_failed: It went wrong., not_now: Let us finish this first., choose: "Which: {choices}?"}
)";

Talk queue_desk() { return Talk(read(kQueueDesk)); }

// A bot whose intent may run once more at its confirmation.
const char* const kTransfers = R"(
parley: 1
bot: {id: bank}
intents:
  - id: send
    match: [{regex: send}]
    params:
      amount: {type: number, required: true, ask: "How much?"}
      to: {type: free_text, required: true, ask: "To whom?"}
    confirm: "{amount} to {to}?"
    steps: [{say: "Sent {amount} to {to}."}]
replies: {next: And now., remark_not_taken: Only that., not_done_yet: Nothing yet., confirm_again: Yes or no?}
)";

FurtherIntent further(const std::string& intent, std::vector<ParamValue> params = {}, std::size_t at = 10) {
  FurtherIntent further{wants(intent).candidates.front(), std::move(params), {}};
  further.candidate.span = {at, at + 1};
  return further;
}
FlatMessage with(FlatMessage message, std::vector<FurtherIntent> intents) {
  message.further = std::move(intents);
  return message;
}
FlatMessage with_second(FlatMessage message, const std::string& intent, std::vector<ParamValue> values) {
  return with(std::move(message), {further(intent, std::move(values))});
}

}  // namespace

TEST_CASE("6.7 a list param of a queued intent keeps all items that the user gave") {
  Talk talk = queue_desk();
  talk(with_second(wants("book"), "groceries",
                   {good("items", "tea"), good("items", "milk"), good("card", "a card"), good("gift", true)}));
  CHECK(talk(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | confirm: tea and milk, with a card? | waiting");
}

TEST_CASE("6.7 the bot says that a rule refuses a value when the queued intent begins") {
  Talk talk = queue_desk();
  ParamValue many = bad("count", "Twenty at most.");
  many.value = 99;
  talk(with_second(wants("book"), "order", {many}));
  CHECK(talk(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | say Twenty at most. | ask count 1: How many? | waiting");
}

TEST_CASE("6.7 the bot says that a value has the wrong type when the queued intent begins") {
  Talk talk = queue_desk();
  talk(with_second(wants("book"), "order", {bad("count", "There is no such number.")}));
  CHECK(talk(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | say There is no such number. | ask count 1: How many? | waiting");
}

TEST_CASE("6.7 a new value that the user gives before the queued intent begins replaces a refused value") {
  Talk talk = queue_desk();
  talk(with_second(wants("book"), "order", {bad("count", "Twenty at most.")}));
  CHECK(talk(wants("order", {good("count", 5)})) == "ask mail 1: Your mail? | waiting");
  CHECK(talk.last().params == Value::Object{{"count", 5}});
}

TEST_CASE("6.7 if a message has two values for one param of a queued intent, the bot asks which one is meant") {
  Talk talk = queue_desk();
  FurtherIntent order = further("order", {good("mail", "a@b.c")});
  order.ambiguous = {{good("count", 2), good("count", 3)}};
  talk(with(wants("book"), {order}));
  CHECK(talk(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | ask count 1: Which: 2 or 3? | waiting");
  CHECK(talk(picks(1)) == "say 3 for a@b.c. | done");
}

TEST_CASE("6.7 if a value fits two params of a queued intent, the bot asks which param is meant") {
  Talk talk = queue_desk();
  FurtherIntent groceries = further("groceries", {good("gift", true)});
  groceries.ambiguous = {{good("card", "roses"), good("note", "roses")}};
  talk(with(wants("book"), {further("hours"), groceries}));
  CHECK(talk(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | say Nine to five. | say And now. | ask  1: Which: card or note? | "
        "waiting");
  CHECK(talk(picks(0)) == "ask items 1: What? | waiting");
  CHECK(talk.last().params.at("card") == Value("roses"));
}

TEST_CASE("6.7 ambiguous values stay with their own intent, in any order of the intents") {
  Talk talk = queue_desk();
  FlatMessage both = with(wants("book"), {further("order", {good("mail", "a@b.c")})});
  both.candidates.front().span = {30, 34};
  both.ambiguous = {{good("day", "Friday"), good("day", "Sunday")}};
  both.further.front().ambiguous = {{good("count", 2), good("count", 3)}};
  CHECK(talk(both) == "say First this. | ask count 1: Which: 2 or 3? | waiting");
  CHECK(talk(picks(0)) == "say 2 for a@b.c. | say And now. | ask day 1: Which: Friday or Sunday? | waiting");
}

TEST_CASE("6.7 the bot asks about ambiguous values of a digression and of a further intent") {
  FlatMessage order = wants("order", {good("mail", "a@b.c")});
  order.ambiguous = {{good("count", 2), good("count", 3)}};
  Talk digresses = queue_desk();
  digresses(wants("book"));
  CHECK(digresses(order) == "ask count 1: Which: 2 or 3? | waiting");
  Talk answers_too = queue_desk();
  answers_too(wants("book"));
  order.answers = {good("day", "Friday")};
  CHECK(answers_too(with(order, {further("hours")})) ==
        "say First this. | say Booked for Friday. | say And now. | ask count 1: Which: 2 or 3? | waiting");
  CHECK(answers_too(picks(1)) == "say 3 for a@b.c. | say And now. | say Nine to five. | done");
}

TEST_CASE("6.7 values for an interrupted intent wait until the intent may return") {
  Talk talk = queue_desk();
  talk(wants("groceries", {good("items", "tea"), good("items", "milk")}));
  talk(wants("permit"));
  ParamValue no_tea = good("items", "tea");
  no_tea.op = ListOp::kRemove;
  CHECK(talk(wants("groceries", {no_tea})) == "say Let us finish this first. | ask zone 1: Which zone? | waiting");
  CHECK(talk(answers({good("zone", "A")})) == "say Zone A. | say Back to it. | confirm: milk? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "say Bought milk. | done");
}

TEST_CASE("6.7 an intent that waits for a called intent and is requested again begins once more, with the new values") {
  Talk talk(read(R"(
parley: 1
bot: {id: b}
intents:
  - id: trip
    match: [{regex: trip}]
    params: {day: {type: free_text, required: true, ask: "Which day?"}, to: {type: free_text, required: true, ask: "To?"}}
    steps: [{call: payer}, {say: "Trip on {day} to {to}."}]
  - id: payer
    match: [{regex: payer}]
    params: {name: {type: free_text, required: true, ask: "Who pays?"}}
    steps: [{say: "{name} pays."}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: "Nine to five."}]
replies: {queued: First this., next: And now., resume: Back to it.}
)"));
  talk(wants("trip", {good("day", "monday"), good("to", "Bern")}));
  FlatMessage again = wants("trip", {good("day", "friday")});
  again.further = {further("hours")};
  CHECK(talk(again) == "say First this. | ask to 1: To? | waiting");
  CHECK(talk.state().frames.back().params.at("day").value == Value("friday"));
  CHECK(talk.state().queue.size() == 1);
}

TEST_CASE("6.7 if a changed bot renames params, the values of a queued intent are kept under the new names") {
  Talk talk = queue_desk();
  FurtherIntent order = further("order", {bad("mail", "That is no mail.")});
  order.ambiguous = {{good("count", 2), good("count", 3), good("count", 30)}};
  talk(with(wants("book"), {order}));
  std::string yaml = kQueueDesk;
  yaml.replace(yaml.find("      count: {"), 14, "      pieces: {formerly: count, ");
  yaml.replace(yaml.find("{count} for"), 7, "{pieces}");
  Talk changed(read(yaml));
  changed.state() = talk.state();
  adapt(changed.bot(), changed.state(), "another");
  CHECK(changed(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | say That is no mail. | ask pieces 1: Which: 2 or 3? | waiting");
}

TEST_CASE("6.7 an intent begins from a queue that an older version stored with values only") {
  const auto stored = memory::state_from_json(
      R"({"session":"s","version":1,"continuation_id":"c","turns":1,"plans":1,"created_at":5,)"
      R"("frames":[{"intent":"book","plan":1}],"waiting":{"kind":"param","intent":"book","param":"day","plan":1},)"
      R"("queue":[{"intent":"order","params":{"count":{"value":99,"turn":1},"mail":{"value":"a@b.c","turn":1}}}]})");
  REQUIRE(stored);
  Talk talk = queue_desk();
  talk.state() = *stored;
  CHECK(talk(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | say Twenty at most. | ask count 1: How many? | waiting");
  CHECK(talk.last().params == Value::Object{{"mail", "a@b.c"}});
}

TEST_CASE("6.7 a queued intent that is requested again also gets the new values, and begins once") {
  Talk talk = queue_desk();
  talk(with_second(wants("book"), "groceries", {good("items", "tea")}));
  CHECK(talk(wants("groceries", {good("items", "milk")})) == "confirm: tea and milk? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "say Bought tea and milk. | say Back to it. | ask day 1: Which day? | waiting");
  CHECK(talk(answers({good("day", "Friday")})) == "say Booked for Friday. | done");
  Talk twice = queue_desk();
  twice(with_second(wants("book"), "groceries", {good("items", "tea")}));
  twice(with_second(answers({}), "groceries", {good("items", "milk")}));
  CHECK(twice(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | confirm: tea and milk? | waiting");
}

TEST_CASE("6.7 a session param that was corrected while the intent was queued keeps the correction") {
  Talk talk = queue_desk();
  talk(with_second(wants("book"), "order", {good("count", 2), good("mail", "old")}));
  talk(wants("mail", {good("mail", "new")}));
  CHECK(talk(answers({good("day", "Friday")})) == "say Booked for Friday. | say And now. | say 2 for new. | done");
}

TEST_CASE("6.6 three intents of one message begin in the order in which they were said") {
  Talk talk = queue_desk();
  CHECK(talk(with(wants("book"), {further("hours"), further("groceries", {good("items", "tea")}, 20)})) ==
        "say First this. | ask day 1: Which day? | waiting");
  CHECK(talk(answers({good("day", "Friday")})) ==
        "say Booked for Friday. | say And now. | say Nine to five. | say And now. | confirm: tea? | waiting");
}

TEST_CASE("6.6 if the best candidate is last in the message, the other intents begin before it") {
  Talk talk = queue_desk();
  FlatMessage all = with(wants("book"), {further("hours"), further("groceries", {good("items", "tea")}, 20)});
  all.candidates.front().span = {30, 34};
  CHECK(talk(all) == "say First this. | say Nine to five. | say And now. | confirm: tea? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "say Bought tea. | say And now. | ask day 1: Which day? | waiting");
}

TEST_CASE("6.8 the answer is taken first, and then two intents of the same message begin in order") {
  Talk talk = queue_desk();
  talk(wants("book"));
  FlatMessage message = with_second(answers({good("day", "Friday")}), "groceries", {good("items", "tea")});
  message.candidates = wants("hours").candidates;
  CHECK(talk(message) ==
        "say Booked for Friday. | say And now. | say Nine to five. | say And now. | confirm: tea? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "say Bought tea. | done");
}

TEST_CASE("6.8 if a message has an answer and two intents, the best intent begins even if the other asks nothing") {
  Talk talk = queue_desk();
  talk(wants("book"));
  FlatMessage message = with(answers({good("day", "Friday")}), {further("hours")});
  message.candidates = wants("groceries").candidates;
  message.params = {good("items", "tea")};
  CHECK(talk(message) == "say First this. | say Booked for Friday. | say And now. | confirm: tea? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "say Bought tea. | say And now. | say Nine to five. | done");
}

TEST_CASE("6.9 a handoff names the queued intents to the person who takes over") {
  Talk talk = queue_desk();
  talk(with_second(wants("book"), "groceries", {good("items", "tea")}));
  talk(wants("order"));
  talk(says(Act::kHuman));
  const auto& handoff = std::get<Handoff>(talk.last().steps.back());
  CHECK(handoff.recap == std::vector<std::string>{"interrupted: book", "queued: groceries"});
}

TEST_CASE("6.9 the bot says that a queued intent is dropped when a question expires") {
  Talk talk = queue_desk();
  talk(with_second(wants("book"), "groceries", {good("items", "tea")}));
  talk.now += 120'000;
  CHECK(talk(wants("hours")) == "say It has been a while. | say Nine to five. | done");
}

TEST_CASE("6.9 the bot says that a queued intent failed if the changed bot no longer has it") {
  Talk talk = queue_desk();
  talk(with_second(wants("book"), "groceries", {good("items", "tea")}));
  talk.state().queue.front().intent = "gone";
  CHECK(talk(answers({good("day", "Friday")})) == "say Booked for Friday. | say It went wrong. | done");
}

TEST_CASE("6.9 after an intent is cancelled, the queued intent begins") {
  Talk talk = queue_desk();
  talk(with_second(wants("book"), "hours", {}));
  CHECK(talk(says(Act::kCancel)) == "say All right, I have cancelled that. | say And now. | say Nine to five. | done");
}

TEST_CASE("5.14 a yes with other values for the same intent confirms the shown values, and runs the intent once more") {
  Talk talk(read(kTransfers));
  talk(wants("send", {good("amount", 30), good("to", "Laura")}));
  CHECK(talk(with(says(Act::kAffirm), {further("send", {good("to", "Evan"), good("amount", 20)})})) ==
        "say Sent 30 to Laura. | say And now. | confirm: 20 to Evan? | waiting");
  CHECK(talk(with(says(Act::kAffirm), {further("send", {good("to", "Percy")})})) ==
        "say Sent 20 to Evan. | say And now. | confirm: 20 to Percy? | waiting");
  CHECK(talk(with(says(Act::kAffirm), {further("send", {good("to", "Percy")})})) == "say Sent 20 to Percy. | done");
}

TEST_CASE("5.12 a yes with a remark is a yes, and the bot says that it did not understand the remark") {
  Talk talk(read(kTransfers));
  talk(wants("send", {good("amount", 30), good("to", "Laura")}));
  FlatMessage remark = nonsense();
  CHECK(talk(remark) == "say Yes or no? | confirm: 30 to Laura? | waiting");
  remark.has_remark = true;
  CHECK(talk(remark) == "say Nothing yet. | confirm: 30 to Laura? | waiting");
  remark.act = Act::kAffirm;
  CHECK(talk(remark) == "say Only that. | say Sent 30 to Laura. | done");
}
