// Tests options of a param and `if_unknown` (docs/dialog.md, 2.7 and 2.8).
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kStore = R"(
parley: 1
bot: {id: store}
intents:
  - id: cancel
    match: [{regex: cancel}]
    params:
      order:
        type: number
        required: true
        ask: Which order?
        options: {from: orders, value: id, label: '{item.title}', only: true}
        if_unknown: {tool: list, with: {email: '{email}'}, save: {orders: result.orders}}
      email: {type: email, ask: Your email?}
    confirm: Cancel {order}?
    steps: [{tool: stop, with: {order: '{order}'}}, {say: Done.}]
tools: {list: {}, stop: {}}
)";

FlatMessage picks_option(int choice) {
  FlatMessage message;
  message.choice = choice;
  return message;
}

Value orders(std::vector<std::pair<int, std::string>> all) {
  Value::Array list;
  for (auto& [id, title] : all) list.push_back(Value(Value::Object{{"id", id}, {"title", std::move(title)}}));
  return Value(std::move(list));
}

// A talk in which the bot calls `list`.
Talk looking_up() {
  Talk talk(read(kStore));
  CHECK(talk(wants("cancel")) == "ask order 1: Which order? | waiting");
  CHECK(talk(says(Act::kDontKnow)) == "ask email 1: Your email? | waiting");
  talk(answers({good("email", "jo@example.com")}));
  REQUIRE(talk.state().waits_for<ToolWait>());
  return talk;
}

}  // namespace

TEST_CASE("2.7 the options of a list are numbered, and one is picked") {
  Talk talk = looking_up();
  CHECK(talk(ok({{"orders", orders({{7, "skates"}, {8, "anvil"}})}})) ==
        "ask order 1: Which order?\n1) skates\n2) anvil | waiting");
  CHECK(talk(picks_option(1)) == "confirm: Cancel 8? | waiting");
}

TEST_CASE("2.7 several options for one value, none of them, and values that are not listed") {
  Talk talk = looking_up();
  talk(ok({{"orders", orders({{7, "skates"}, {8, "anvil"}})}}));
  FlatMessage both;
  both.several = {0, 1};
  CHECK(talk(both).find("One at a time, please.") != std::string::npos);
  CHECK(talk(answers({good("order", 9)})).find("That is none of these.") != std::string::npos);
  FlatMessage none;
  none.refuses_options = true;
  CHECK(talk(none) == "ask order 2: Which order? | waiting");
  CHECK(talk(answers({good("order", 9)})) == "confirm: Cancel 9? | waiting");
}

TEST_CASE("2.7 a single option is a question, and a no refuses it") {
  Talk talk = looking_up();
  CHECK(talk(ok({{"orders", orders({{7, "skates"}})}})) == "ask order 1: Is it skates? | waiting");
  Talk other = talk;
  CHECK(other(says(Act::kAffirm)) == "confirm: Cancel 7? | waiting");
  CHECK(talk(says(Act::kDeny)) == "ask order 1: Which order? | waiting");
}

TEST_CASE("2.8 a lookup that finds nothing or fails costs nothing, and happens once") {
  for (const ToolOutcome& outcome : {ok({{"orders", orders({})}}), ok({}), ToolOutcome::failed("down"),
                                     ToolOutcome::rejected({{"email", "unknown"}})}) {
    Talk talk = looking_up();
    CHECK(talk(outcome) == "say I found nothing. | ask order 1: Which order? | waiting");
    CHECK(talk(says(Act::kDontKnow)).find("Take your time") != std::string::npos);
  }
}
