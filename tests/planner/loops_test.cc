// Tests loops over lists (docs/dialog.md, rules 8.14 to 8.17).
#include "planner/loops.h"

#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

// A desk that finds orders and cancels each of them. The embedding program runs the tools.
std::string desk(const std::string& loop) {
  return R"(
parley: 1
bot: {id: desk}
tools: {orders.list: {kind: host}, orders.cancel: {kind: host}}
intents:
  - id: cancel_all
    match: [{regex: cancel}]
    params:
      reason: {type: free_text, required: true, ask: "Why?"}
      sizes: {type: number, list: true}
    steps:
      - tool: orders.list
        with: {}
        save: {orders: result.orders, found: result}
)" + loop +
         R"(
      - say: "That is all."
  - id: notify
    match: [{regex: notify}]
    params:
      name: {type: free_text, required: true, ask: "Name?"}
      sure: {type: boolean, required: true, ask: "Notify about {name}?"}
    steps: [{say: "Notified about {name}: {sure}."}]
  - id: cancel_one
    match: [{regex: one}]
    steps: [{tool: orders.cancel, with: {}}]
replies: {done: Done., resume: Back., tool_failed: Failed., handoff: Over., busy: Busy.}
)";
}

const char* const kSays = R"(
      - for_each: order
        in: orders
        at_most: 2
        left: rest
        do:
          - if: {order.open: true}
            then: [{say: "{order.name} is open."}]
            else: [{say: "{order.name} is closed."}]
      - say: "{rest, plural, =0 {No more.} other {# more.}}")";

const char* const kCancels = R"(
      - for_each: order
        in: found.orders
        do:
          - tool: orders.cancel
            with: {order: "{order.name}", reason: "{reason}"}
            save: {fee: result.fee}
          - say: "{order.name}: {fee}.")";

const char* const kNotifies = R"(
      - for_each: order
        in: orders
        do:
          - {call: notify, with: {name: "{order.name}"}}
          - say: "{order.name} done.")";

Value order(const char* name, bool open = true) { return Value::Object{{"name", name}, {"open", open}}; }

Talk listing(const char* loop, Value::Array orders) {
  Talk talk(read(desk(loop)));
  talk(wants("cancel_all", {good("reason", "late")}));
  talk(ok({{"orders", std::move(orders)}}));
  return talk;
}

std::string said(const Transition& transition) {
  std::string out;
  for (const Step& step : transition.steps) {
    if (const auto* say = std::get_if<Say>(&step)) out += say->text + " ";
  }
  return out;
}

}  // namespace

TEST_CASE("8.14 a loop runs its steps for each item, up to its bound, and saves how many are left") {
  const struct {
    Value::Array orders;
    const char* text;
  } table[] = {
      {{order("A")}, "A is open. No more. That is all. "},
      {{order("A"), order("B", false)}, "A is open. B is closed. No more. That is all. "},
      {{order("A"), order("B"), order("C"), order("D")}, "A is open. B is open. 2 more. That is all. "},
      {{order("A"), order("A")}, "A is open. A is open. No more. That is all. "},
      {{}, "No more. That is all. "},
  };
  for (const auto& [orders, text] : table) {
    Talk talk = listing(kSays, orders);
    CHECK(said(talk.last()) == text);
    CHECK(talk.state().frames.empty());
  }
}

TEST_CASE("8.14 a loop over a value that is no list runs no steps, and the trace says so") {
  Talk talk(read(desk(kSays)));
  talk(wants("cancel_all", {good("reason", "late")}));
  talk(ok({{"found", true}}));
  CHECK(said(talk.last()) == "No more. That is all. ");
  CHECK(contains(talk.trace(), "no_value: orders"));
}

TEST_CASE("8.15 a loop waits for a tool in the middle, and its place names the item") {
  Talk talk = listing(kCancels, {order("A"), order("B")});
  CHECK(to_string(talk.state().waits_for<ToolWait>()->step().value()) == "1.do.0.0");
  CHECK(talk(ok({{"fee", 1}})) == R"(say A: 1. | call orders.cancel{"order":"B","reason":"late"} | tool_call)");
  CHECK(to_string(talk.state().waits_for<ToolWait>()->step().value()) == "1.do.1.0");
  CHECK(talk.state().frames.back().saved.at("order") == order("B"));
  CHECK(talk(ok({{"fee", 2}})) == "say B: 2. | say That is all. | done");
}

TEST_CASE("8.15 a loop calls an intent that asks for each item") {
  Talk talk = listing(kNotifies, {order("A"), order("B")});
  CHECK(talk.last().steps.back() == Step(AskUser{"sure", "Notify about A?", 1, {"yes", "no"}}));
  CHECK(talk(answers({good("sure", true)})) ==
        "say Notified about A: yes. | say A done. | ask sure 1: Notify about B? | waiting");
  CHECK(talk(answers({good("sure", false)})) == "say Notified about B: no. | say B done. | say That is all. | done");
}

TEST_CASE("8.16 when the steps begin again, a step is not repeated for an item with the same values") {
  Talk talk = listing(kCancels, {order("A"), order("B"), order("C")});
  talk(ok({{"fee", 1}}));
  talk(ok({{"fee", 2}}));
  Frame& frame = talk.state().frames.back();
  SECTION("wherever the item is now, and with the values that it saved") {
    frame.saved["found"] = Value::Object{{"orders", Value::Array{order("B"), order("A"), order("C")}}};
    for (StepRun& run : frame.runs) {
      if (run.what == "orders.list") run.status = StepRun::Status::kDone;
    }
    talk.state().waiting.reset();
    frame.step.reset();
    CHECK(talk(names({})) == R"(call orders.cancel{"order":"C","reason":"late"} | tool_call)");
    CHECK(to_string(talk.state().waits_for<ToolWait>()->step().value()) == "1.do.2.0");
  }
  SECTION("a changed param repeats the calls that use it") {
    talk(ok({{"fee", 3}}));
    CHECK(talk.state().frames.empty());
  }
}

TEST_CASE("8.16 a changed bot begins the loop again, and keeps the calls that are done") {
  Talk talk = listing(kCancels, {order("A"), order("B")});
  talk(ok({{"fee", 1}}));
  SessionState state = talk.state();
  const std::string moved = desk("      - say: \"One moment.\"" + std::string(kCancels));
  Talk changed(read(moved));
  state.config_hash = "old";
  adapt(changed.bot(), state, "h");
  changed.state() = state;
  CHECK(changed(ok({{"fee", 2}})) == "say One moment. | say B: 2. | say That is all. | done");
}

TEST_CASE("8.17 the number of steps is limited in a loop as everywhere") {
  Value::Array orders;
  for (int i = 0; i < 60; ++i) orders.push_back(order("A"));
  Talk talk = listing(R"(
      - for_each: order
        in: orders
        at_most: 49
        do: [{say: "{order.name}"}, {call: notify, with: {name: "{order.name}", sure: true}}])",
                      std::move(orders));
  CHECK(contains(talk.trace(), "handoff: too_many_steps"));
  CHECK(talk.state().handed_off->reason == "too_many_steps");
}
