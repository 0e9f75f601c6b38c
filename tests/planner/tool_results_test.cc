// Tests results that `save` stores under the name of a param (docs/dialog.md, rules 8.6 and 8.7).
#include <algorithm>

#include <catch2/catch.hpp>

#include "planner/param_validation.h"
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kTrip = R"(
parley: 1
bot: {id: trips}
tools: {trips.plan: {kind: host}, trips.book: {kind: host}}
intents:
  - id: trip
    match: [{regex: trip}]
    params:
      to: {type: free_text, required: true, ask: "To where?"}
      seats: {type: number, required: true, ask: "How many?", validate: [{le: 20, else: "Twenty at most."}]}
      stops: {type: free_text, list: true}
      mail: {type: free_text, scope: session}
    confirm: "{seats} to {to}?"
    steps:
      - tool: trips.plan
        with: {to: "{to}"}
        save: {seats: result.seats, stops: result.stops, mail: result.mail, plan: result.id}
      - tool: trips.book
        with: {plan: "{plan}", seats: "{seats}", stops: "{stops}", mail: "{mail}"}
      - say: "Booked {seats}."
  - id: call
    match: [{regex: call}]
    params: {seats: {type: number, validate: [{le: 20, else: "Twenty at most."}]}}
    steps: [{call: ask_seats, save: {seats: result.seats}}, {tool: trips.book, with: {seats: "{seats}"}}, {say: "Done."}]
  - id: ask_seats
    match: [{regex: seats}]
    params: {seats: {type: number, required: true, ask: "How many seats?"}}
    steps: [{say: "{seats}."}]
)";

// The saved refund number replaces the order number, which a tool had checked.
const char* const kRefund = R"(
parley: 1
bot: {id: refunds}
tools:
  {orders.check: {kind: host}, refunds.create: {kind: host}, parcels.send: {kind: host}, wraps.make: {kind: host}}
intents:
  - id: refund
    match: [{regex: refund}]
    params:
      order_id:
        type: free_text
        required: true
        ask: "Which order?"
        validate: [{tool: orders.check, with: {order: "{order_id}"}}]
      note: {type: free_text}
      gift: {type: free_text, when: {order_id: O-1}}
      mail: {type: free_text, ask: "Your mail?"}
    confirm: "Refund {order_id}, {note}?"
    steps:
      - {tool: refunds.create, with: {order: "{order_id}"}, save: {order_id: result.order}}
      - {ask: mail}
      - say: "Refunded {order_id}."
  - id: send
    match: [{regex: send}]
    params: {note: {type: free_text}, mail: {type: free_text, ask: "Your mail?"}}
    steps:
      - {tool: parcels.send, with: {request: "{context.request}"}, save: {price: result.price}}
      - {ask: mail}
      - say: "Sent for {price}."
  - id: wrap
    match: [{regex: wrap}]
    params:
      note: {type: free_text}
      city: {type: free_text, scope: session}
      mail: {type: free_text, ask: "Your mail?"}
    steps: [{call: paper}, {ask: mail}, {say: Wrapped.}]
  - id: paper
    match: [{regex: paper}]
    params: {paper: {type: free_text, required: true, ask: "Which paper?"}, city: {type: free_text, scope: session}}
    steps: [{tool: wraps.make, with: {paper: "{paper}", city: "{city}"}}]
)";

// Returns a conversation in which the refund tool has returned `number` and the bot has asked the next question.
Talk refunded(const std::string& number) {
  Talk talk(read(kRefund));
  talk(wants("refund", {good("order_id", "O-1"), good("note", "blue")}));
  CHECK(talk(ok({})) == "confirm: Refund O-1, blue? | waiting");
  CHECK(talk(says(Act::kAffirm)) == R"(call refunds.create{"order":"O-1"} | tool_call)");
  CHECK(talk(ok({{"order", number}})) == "ask mail 1: Your mail? | waiting");
  return talk;
}

Talk planned(Value::Object result) {
  Talk talk(read(kTrip));
  talk(wants("trip", {good("to", "Bern"), good("seats", 2)}));
  talk(says(Act::kAffirm));
  talk(ok(std::move(result)));
  return talk;
}

bool trace_contains(const Talk& talk, const std::string& line) {
  const std::vector<std::string> trace = talk.trace();
  return std::find(trace.begin(), trace.end(), line) != trace.end();
}

}  // namespace

TEST_CASE("8.6 a result that is saved under a param's name becomes that param") {
  Talk talk = planned({{"id", "P"}, {"stops", Value::Array{"Thun", "Spiez"}}, {"mail", "m"}});
  CHECK(talk.last().params.at("stops") == Value(Value::Array{"Thun", "Spiez"}));
  CHECK(talk.state().params.at("mail").value == Value("m"));
  CHECK(talk.state().frames.back().saved.count("mail") == 0);
  CHECK(std::get<ToolCall>(talk.last().steps.back()).args.at("mail") == Value("m"));
}

TEST_CASE("8.6 a result that changes a confirmed value goes to the next call, and the confirmation stays") {
  Talk talk = planned({{"id", "P"}, {"seats", 4}});
  CHECK(talk.last().steps.size() == 1U);
  const ToolCall& call = std::get<ToolCall>(talk.last().steps.back());
  CHECK(call.name == "trips.book");
  CHECK(call.args.at("seats") == Value(4));
  CHECK(talk.state().frames.back().confirmed);
}

TEST_CASE(
    "8.6 a result that replaces the value of a checked param is not checked, and the bot does not confirm again") {
  Talk talk = refunded("R-9");
  CHECK(talk.last().params.at("order_id") == Value("R-9"));
  CHECK(talk(answers({good("mail", "m")})) == "say Refunded R-9. | done");
}

TEST_CASE("8.6 a call whose result replaced its own argument is not repeated after a correction of another param") {
  Talk talk = refunded("R-9");
  CHECK(talk(corrects({good("note", "green")})) == "confirm: Refund R-9, green? | waiting");
  CHECK(talk(says(Act::kAffirm)) == "ask mail 1: Your mail? | waiting");
  CHECK(talk(answers({good("mail", "m")})) == "say Refunded R-9. | done");
}

TEST_CASE("8.6 after a result replaced its param, a check runs again for a new value from the user") {
  Talk talk = refunded("R-9");
  CHECK(talk(corrects({good("order_id", "O-2")})) == R"(call orders.check{"order":"O-2"} | tool_call)");
  CHECK(talk(ok({})) == "confirm: Refund O-2, blue? | waiting");
  CHECK(talk(says(Act::kAffirm)) == R"(call refunds.create{"order":"O-2"} | tool_call)");
}

TEST_CASE("3.4 a call that uses a fact is not repeated after a correction, even if the fact has changed") {
  Talk talk(read(kRefund));
  talk.context = Value::Object{{"request", "r1"}};
  talk(wants("send", {good("note", "blue")}));
  CHECK(talk(ok({{"price", 3}})) == "ask mail 1: Your mail? | waiting");
  talk.context = Value::Object{{"request", "r2"}};
  CHECK(talk(corrects({good("note", "green")})) == "ask mail 1: Your mail? | waiting");
}

TEST_CASE("3.4 a called intent is called again only after a correction of a param that it uses") {
  Talk talk(read(kRefund));
  talk(wants("wrap", {good("note", "blue"), good("city", "Thun")}));
  CHECK(talk(answers({good("paper", "red")})) == R"(call wraps.make{"city":"Thun","paper":"red"} | tool_call)");
  CHECK(talk(ok({})) == "ask mail 1: Your mail? | waiting");
  CHECK(talk(corrects({good("note", "green")})) == "ask mail 1: Your mail? | waiting");
  CHECK(talk(corrects({good("city", "Bern")})) == "ask paper 1: Which paper? | waiting");
  CHECK(talk(answers({good("paper", "red")})) == R"(call wraps.make{"city":"Bern","paper":"red"} | tool_call)");
  CHECK(talk(ok({})) == "ask mail 1: Your mail? | waiting");
  CHECK(talk(answers({good("mail", "m")})) == "say Wrapped. | done");
}

TEST_CASE("8.6 the confirmation stays when a param no longer applies because of a result") {
  Talk talk(read(kRefund));
  talk(wants("refund", {good("order_id", "O-1"), good("note", "blue"), good("gift", "g")}));
  talk(ok({}));
  talk(says(Act::kAffirm));
  CHECK(talk(ok({{"order", "R-9"}})) == "ask mail 1: Your mail? | waiting");
  CHECK(talk.last().params.count("gift") == 0);
}

TEST_CASE("8.7 a result that the param's rules refuse is not stored, and the trace says so") {
  Talk talk = planned({{"id", "P"}, {"seats", 99}, {"stops", Value::Array{}}});
  CHECK(trace_contains(talk, "result_refused trip.seats"));
  CHECK(trace_contains(talk, "result_refused trip.stops"));
  CHECK(std::get<ToolCall>(talk.last().steps.back()).args.at("seats") == Value(2));
  CHECK(talk.state().last_result == Value(Value::Object{{"plan", "P"}}));
}

TEST_CASE("8.6 a result is validated like a user's value, and gets its canonical form") {
  config::BotDefinition bot = read(kTrip);
  SessionState state;
  TurnContext moment;
  moment.validate = [&](const std::string& intent, const std::string& param, const Value& value) {
    const config::Param& of = *bot.find_intent(intent)->find_param(param);
    return validate_by_rules(of, value == Value("four") ? Value(4) : value);
  };
  step(bot, state, event_of(wants("trip", {good("to", "Bern"), good("seats", 2)}), state), moment);
  step(bot, state, event_of(says(Act::kAffirm), state), moment);
  step(bot, state, ok({{"id", "P"}, {"seats", "four"}}), moment);
  CHECK(state.frames.back().params.at("seats").value == Value(4));
}

TEST_CASE("8.7 a value from a called intent is validated by the rules of the calling intent's param") {
  Talk talk{read(kTrip)};
  talk(wants("call"));
  CHECK(talk(answers({good("seats", 99)})) == R"(say 99. | call trips.book{"seats":null} | tool_call)");
  CHECK(trace_contains(talk, "result_refused call.seats"));
}
