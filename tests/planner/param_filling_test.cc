// Tests corrections, confirmations, and messages with several values or intents (docs/dialog.md).
#include <algorithm>

#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kTravel = R"(
parley: 1
bot: {id: travel}
tools: {tickets.book: {kind: host}, stations.find: {kind: host}}
intents:
  - id: book
    match: [{regex: book}]
    params:
      from: {type: free_text, name: origin, required: true, ask: "From where?"}
      to: {type: free_text, name: destination, required: true, ask: "To where?"}
      day: {type: free_text, required: true, ask: "Which day?"}
      seats: {type: number, ask: "How many seats?", default: 1}
    confirm: "{from} to {to}, {day}, {seats}?"
    steps:
      - tool: tickets.book
        with: {from: "{from}", to: "{to}"}
      - say: "Booked {from} to {to}."
  - id: hours
    match: [{regex: hours}]
    steps: [{say: Nine to five.}]
  - id: extras
    match: [{regex: extras}]
    params: {items: {type: free_text, list: true, required: true, ask: "What?"}}
    confirm: {ask: "{items}?", on_deny: cancel}
    steps: [{say: "Got {items}."}]
  - id: pick_up
    match: [{regex: pick}]
    params:
      station:
        type: free_text
        required: true
        ask: "Which station?"
        validate: [{tool: stations.find, with: {name: "{station}"}, reject: [{when: {result.found: false}, say: "No such station."}]}]
      hour: {type: number, required: true, ask: "When?"}
    steps: [{say: "At {station}, {hour}."}]
replies: {not_understood: What?, denied: Then not., change: What then?, confirm_again: Yes or no?, queued: First this., next: And now., resume: Back to it., choose: "Which: {choices}?", noted: Noted.}
fallback: {say: Pardon?}
)";

Talk travel() { return Talk(read(kTravel)); }
FlatMessage beside(FlatMessage message, const std::string& intent) {
  message.further = {{wants(intent).candidates.front(), {}, {}}};
  return message;
}
FlatMessage book() { return wants("book", {good("from", "Bern"), good("to", "Lyon"), good("day", "Friday")}); }

}  // namespace

TEST_CASE("3.1 a correction of an earlier answer leaves the question open") {
  Talk talk = travel();
  talk(wants("book", {good("from", "Bern")}));
  talk(answers({good("to", "Lyon")}));
  talk(nonsense());
  CHECK(talk(corrects({good("from", "Basel")})) == "ask day 1: Which day? | waiting");
  CHECK(talk.last().params.at("from") == Value("Basel"));
}

TEST_CASE("3.1 during the confirmation, the user can correct two values at once, and do so twice in a row") {
  Talk talk = travel();
  talk(book());
  CHECK(talk(corrects({good("from", "Basel"), good("seats", 2)})) == "confirm: Basel to Lyon, Friday, 2? | waiting");
  CHECK(talk(corrects({good("to", "Nice")})) == "confirm: Basel to Nice, Friday, 2? | waiting");
  CHECK(talk(corrects({good("to", "Paris")})) == "confirm: Basel to Paris, Friday, 2? | waiting");
}

TEST_CASE("3.3 a param that the user names without a value is asked for again, and keeps its value until the answer") {
  Talk talk = travel();
  talk(book());
  CHECK(talk(names({"day"})) == "ask day 1: Which day? | waiting");
  CHECK(talk.last().params.at("day") == Value("Friday"));
  CHECK(talk(says(Act::kCancel)) == "confirm: Bern to Lyon, Friday, 1? | waiting");
  talk(names({"day"}));
  CHECK(talk(answers({good("day", "Monday")})) == "confirm: Bern to Lyon, Monday, 1? | waiting");
  talk(names({"day"}));
  talk(nonsense());
  talk(nonsense());
  CHECK(talk(nonsense()) == "confirm: Bern to Lyon, Monday, 1? | waiting");
}

TEST_CASE("5.3 after a no the bot asks which param to change, and another no ends the intent") {
  Talk talk = travel();
  talk(book());
  CHECK(talk(says(Act::kDeny)) == "say What then? | waiting");
  CHECK(talk(answers({good("day", "Monday")})) == "confirm: Bern to Lyon, Monday, 1? | waiting");
  talk(says(Act::kDeny));
  CHECK(talk(names({"day"})) == "ask day 1: Which day? | waiting");
  talk(answers({good("day", "Sunday")}));
  talk(says(Act::kDeny));
  CHECK(talk(says(Act::kDeny)) == "say Then not. | done");
}

TEST_CASE("5.3 a no with a new value in the same message asks for a new confirmation") {
  Talk talk = travel();
  talk(book());
  FlatMessage no = answers({good("day", "Monday")});
  no.act = Act::kDeny;
  CHECK(talk(no) == "confirm: Bern to Lyon, Monday, 1? | waiting");
}

TEST_CASE("5.2 a yes that repeats the shown values counts as a yes") {
  Talk talk = travel();
  talk(book());
  FlatMessage yes = answers({good("day", "Friday")});
  yes.act = Act::kAffirm;
  CHECK(talk(yes) == R"(call tickets.book{"from":"Bern","to":"Lyon"} | tool_call)");
}

TEST_CASE("5.5 a repetition of the shown values costs no attempt and is not a yes") {
  Talk talk = travel();
  talk(book());
  CHECK(talk(answers({good("day", "Friday")})) == "confirm: Bern to Lyon, Friday, 1? | waiting");
  CHECK(std::get<Confirm>(talk.last().steps.back()).attempt == 1);
}

TEST_CASE("5.1 a default is shown in the confirmation, and on_deny: cancel ends the intent") {
  Talk talk = travel();
  CHECK(talk(book()) == "confirm: Bern to Lyon, Friday, 1? | waiting");
  talk(SessionEvent::kReset);
  talk(wants("extras", {good("items", "tea")}));
  CHECK(talk(says(Act::kDeny)) == "say Then not. | done");
}

TEST_CASE("6.2 if one value fits two params, or two values fit one, the bot asks and remembers the choice") {
  Talk talk = travel();
  talk(wants("book"));
  CHECK(talk(unclear({good("from", "Bern"), good("to", "Bern")})) == "ask  1: Which: origin or destination? | waiting");
  CHECK(std::get<AskUser>(talk.last().steps.back()).options == std::vector<std::string>{"origin", "destination"});
  CHECK(talk(wants("hours")) ==
        "say Nine to five. | say Back to it. | ask  1: Which: origin or destination? | waiting");
  CHECK(talk(picks(1)) == "ask from 1: From where? | waiting");
  CHECK(talk.last().params.at("to") == Value("Bern"));
  talk(answers({good("from", "Lyon")}));
  CHECK(talk(unclear({good("day", "Friday"), good("day", "Saturday")})) ==
        "ask day 1: Which: Friday or Saturday? | waiting");
  CHECK(talk(answers({good("day", "Saturday")})) == "confirm: Lyon to Bern, Saturday, 1? | waiting");
}

TEST_CASE("6.2 if the user picks neither of two readings, the bot asks once more, and then asks for the param itself") {
  Talk talk = travel();
  talk(wants("book"));
  talk(unclear({good("from", "Bern"), good("to", "Bern")}));
  CHECK(talk(nonsense()) == "say What? | ask  2: Which: origin or destination? | waiting");
  CHECK(talk(nonsense()) == "ask from 1: From where? | waiting");
  talk(unclear({good("from", "Bern"), good("to", "Bern")}));
  CHECK(talk(says(Act::kDeny)) == "ask from 1: From where? | waiting");
}

TEST_CASE("6.6 a second intent waits in the queue with its values") {
  Talk talk = travel();
  FlatMessage both = wants("book");
  both.further = {{wants("extras").candidates.front(), {good("items", "tea")}, {}}};
  CHECK(talk(both) == "say First this. | ask from 1: From where? | waiting");
  talk(answers({good("from", "Bern"), good("to", "Lyon"), good("day", "Friday")}));
  talk(says(Act::kAffirm));
  CHECK(talk(ok({})) == "say Booked Bern to Lyon. | say And now. | confirm: tea? | waiting");
  CHECK(talk.state().queue.empty());
}

TEST_CASE("6.6 two intents begin in the order in which they were said") {
  Talk talk = travel();
  FlatMessage both = wants("hours");
  both.candidates.front().span = {20, 30};
  both.further = {{wants("extras").candidates.front(), {}, {}}};
  CHECK(talk(both) == "say First this. | ask items 1: What? | waiting");
  CHECK(talk(answers({good("items", "tea")})) == "confirm: tea? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "say Got tea. | say And now. | say Nine to five. | done");
}

TEST_CASE("6.8 if a message has an answer and an intent, the answer is taken and the intent is queued") {
  Talk talk = travel();
  talk(wants("book", {good("from", "Bern"), good("to", "Lyon")}));
  FlatMessage message = beside(answers({good("day", "Friday")}), "hours");
  CHECK(talk(message) == "say First this. | confirm: Bern to Lyon, Friday, 1? | waiting");
  talk(says(Act::kAffirm));
  CHECK(talk(ok({})) == "say Booked Bern to Lyon. | say And now. | say Nine to five. | done");
}

TEST_CASE("6.8 if a message has a yes or a no and an intent, the intent is queued") {
  Talk yes = travel();
  yes(book());
  yes(beside(says(Act::kAffirm), "hours"));
  CHECK(yes(ok({})) == "say Booked Bern to Lyon. | say And now. | say Nine to five. | done");
  Talk no = travel();
  no(wants("extras", {good("items", "skis")}));
  CHECK(no(beside(says(Act::kDeny), "hours")) == "say Then not. | say And now. | say Nine to five. | done");
}

TEST_CASE("4.5 a cancel with another intent ends the open intent and begins the other") {
  Talk talk = travel();
  talk(wants("book", {good("from", "Bern")}));
  talk(wants("extras"));
  CHECK(talk(beside(says(Act::kCancel), "book")) ==
        "say All right, I have cancelled that. | ask to 1: To where? | waiting");
  CHECK(talk.state().frames.size() == 1);
  CHECK(talk(beside(says(Act::kCancel), "book")) ==
        "say All right, I have cancelled that. | ask from 1: From where? | waiting");
  talk(wants("extras"));
  talk(beside(says(Act::kCancelAll), "hours"));
  CHECK(talk.state().frames.empty());
  CHECK(talk(beside(says(Act::kAffirm), "extras")) == "ask items 1: What? | waiting");
}

TEST_CASE("6.6 two intents without questions are both done") {
  Talk talk = travel();
  FlatMessage both = wants("hours");
  both.further = {{wants("extras").candidates.front(), {}, {}}};
  CHECK(talk(both) == "say Nine to five. | say And now. | ask items 1: What? | waiting");
}

TEST_CASE("6.5 a list param takes several values, and values can be removed from it") {
  Talk talk = travel();
  talk(wants("extras"));
  CHECK(talk(answers({good("items", "tea"), good("items", "milk")})) == "confirm: tea and milk? | waiting");
  CHECK(talk(answers({good("items", "sugar")})) == "confirm: tea, milk, and sugar? | waiting");
  ParamValue without = good("items", "milk");
  without.op = ListOp::kRemove;
  CHECK(talk(answers({without})) == "confirm: tea and sugar? | waiting");
  ParamValue only = good("items", "milk");
  only.op = ListOp::kSet;
  CHECK(talk(answers({only})) == "confirm: milk? | waiting");
  ParamValue none = good("items", "");
  none.op = ListOp::kClear;
  CHECK(talk(answers({none})) == "ask items 1: What? | waiting");
}

TEST_CASE("1.5 an answer to the question of an interrupted intent is kept and costs no attempt") {
  Talk talk = travel();
  talk(wants("pick_up"));
  talk(wants("book"));
  FlatMessage below;
  below.elsewhere = {good("station", "Bern")};
  below.elsewhere[0].intent = "pick_up";
  CHECK(talk(below) == "say Noted. | ask from 1: From where? | waiting");
  CHECK(talk(says(Act::kCancel)) ==
        "say All right, I have cancelled that. | say Back to it. | call stations.find{\"name\":\"Bern\"} | tool_call");
}

TEST_CASE("3.2 after a tool refuses a value, the bot asks for it again and keeps the former value until then") {
  Talk talk = travel();
  talk(wants("pick_up"));
  CHECK(talk(answers({good("station", "Bern")})) == R"(call stations.find{"name":"Bern"} | tool_call)");
  CHECK(talk(ok({{"found", true}})) == "ask hour 1: When? | waiting");
  CHECK(talk(corrects({good("station", "Nowhere")})) == R"(call stations.find{"name":"Nowhere"} | tool_call)");
  CHECK(talk(ok({{"found", false}})) == "say No such station. | ask station 2: Which station? | waiting");
  CHECK(talk.last().params.at("station") == Value("Bern"));
  CHECK(talk(says(Act::kCancel)) == "ask hour 1: When? | waiting");
  CHECK(talk(answers({good("hour", 9)})) == "say At Bern, 9. | done");
}

TEST_CASE("2.5 if a tool refuses every value, the bot stops asking at the limit of attempts") {
  Talk talk = travel();
  talk(wants("pick_up"));
  int asked = 0;
  while (talk.state().waiting && asked < 50) {
    talk(answers({good("station", "Bern " + std::to_string(++asked))}));
    talk(ok({{"found", false}}));
  }
  CHECK(asked == 3);
  CHECK(talk.last().status == TurnStatus::kHandoff);
}

TEST_CASE(
    "6.1 if a message has a valid and an invalid value, the valid value is taken, and the bot says why the other is "
    "refused") {
  Talk talk = travel();
  talk(wants("book"));
  CHECK(talk(answers({good("from", "Bern"), bad("seats", "Too many seats.")})) ==
        "say Too many seats. | ask to 1: To where? | waiting");
  CHECK(talk(answers({bad("to", "No trains there."), good("day", "Friday")})) ==
        "say No trains there. | ask to 2: To where? | waiting");
  CHECK(talk.last().params.at("day") == Value("Friday"));
}

TEST_CASE("6.1 the trace says why a value was not taken") {
  Talk talk = travel();
  talk(wants("book", {good("from", "Bern")}));
  ParamValue text = good("day", "whenever");
  text.whole_message = true;
  talk(answers({good("to", "Lyon"), good("from", "Basel"), text, bad("seats", "Too many.")}));
  const std::vector<std::string> trace = talk.trace();
  for (const char* line : {"not_taken book.from: the message answers the question", "not_taken book.day: any text",
                           "not_taken book.seats: invalid"}) {
    INFO(line);
    CHECK(std::find(trace.begin(), trace.end(), line) != trace.end());
  }
}

TEST_CASE("6.1 at the confirmation, if a message has a valid and an invalid change, the valid change is taken") {
  Talk talk = travel();
  talk(book());
  CHECK(talk(answers({good("day", "Monday"), bad("seats", "Too many.")})) ==
        "say Too many. | confirm: Bern to Lyon, Monday, 1? | waiting");
  CHECK(talk(answers({bad("seats", "Too many.")})) == "say Too many. | confirm: Bern to Lyon, Monday, 1? | waiting");
}

TEST_CASE("6.1 if a message says no and repeats the present value, the trace says that the value is not new") {
  Talk talk = travel();
  talk(book());
  FlatMessage no = answers({good("day", "Friday")});
  no.act = Act::kDeny;
  talk(no);
  const std::vector<std::string> trace = talk.trace();
  CHECK(std::find(trace.begin(), trace.end(), "not_taken book.day: it has this value") != trace.end());
}

TEST_CASE("3.5 a corrected amount without a currency keeps the currency") {
  Talk talk(read(R"(
parley: 1
bot: {id: till}
intents:
  - id: pay
    match: [{regex: pay}]
    params: {amount: {type: money, required: true, ask: How much?}}
    confirm: Pay {amount}?
    steps: [{say: Paid.}]
)"));
  const auto money = [](int amount, Value currency) {
    return Value(Value::Object{{"amount", amount}, {"currency", std::move(currency)}});
  };
  talk(wants("pay", {good("amount", money(60, "GBP"))}));
  talk(corrects({good("amount", money(30, Value()))}));
  CHECK(talk.state().frames.back().params.at("amount").value == money(30, "GBP"));
  talk(corrects({good("amount", money(30, "EUR"))}));
  CHECK(talk.state().frames.back().params.at("amount").value == money(30, "EUR"));
}
