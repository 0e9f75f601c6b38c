// Tests the neutral answers while nothing is open, and courtesies beside a question (docs/dialog.md, rules 1.11 and
// 1.12).
#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kCornerShop = R"(
parley: 1
bot: {id: shop}
intents:
  - id: hours
    match: [{regex: hours}]
    steps: [{say: "Nine to five. Is there anything else?"}]
  - id: price
    match: [{regex: price}]
    steps: [{say: Ten euros.}]
  - id: order
    match: [{regex: order}]
    params: {count: {type: number, required: true, ask: "How many?", max_attempts: 2}}
    steps: [{say: "Ordered {count}."}]
fallback: {say: Pardon?, after: 2, then: handoff}
replies: {welcome: My pleasure., greeting: Good day., acknowledged: Fine., go_ahead: What else?, puzzled: I sell things., goodbye: Farewell.}
)";

Talk corner_shop() { return Talk(read(kCornerShop)); }

}  // namespace

TEST_CASE("1.11 small talk while nothing is open gets a neutral answer") {
  struct Row {
    Act act;
    const char* fresh;
    const char* after_a_question;
  };
  const std::vector<Row> rows = {
      {Act::kThank, "say My pleasure. | done", "say My pleasure. | done"},
      {Act::kGreet, "say Good day. | done", "say Good day. | done"},
      {Act::kGoodbye, "say Farewell. | done", "say Farewell. | done"},
      {Act::kRepeat, "say I sell things. | done", "say I sell things. | done"},
      {Act::kAffirm, "say Fine. | done", "say What else? | done"},
      {Act::kReact, "say Fine. | done", "say What else? | done"},
      {Act::kDeny, "say Fine. | done", "say Farewell. | done"},
  };
  for (const Row& row : rows) {
    INFO(to_string(row.act));
    Talk fresh = corner_shop();
    CHECK(fresh(says(row.act)) == row.fresh);
    CHECK(fresh.trace().front() == std::string("small_talk.") + to_string(row.act));
    CHECK(fresh.state().ended == (row.act == Act::kGoodbye));
    Talk asked = corner_shop();
    asked(wants("hours"));
    CHECK(asked(says(row.act)) == row.after_a_question);
    CHECK(asked.state().ended == (row.act == Act::kGoodbye || row.act == Act::kDeny));
  }
}

TEST_CASE("1.11 a no is no goodbye if the last reply asked nothing") {
  Talk talk = corner_shop();
  talk(wants("hours"));
  talk(wants("price"));
  CHECK(talk(says(Act::kDeny)) == "say Fine. | done");
}

TEST_CASE("1.11 small talk is understood: it ends a run of messages that the bot did not understand") {
  Talk talk = corner_shop();
  CHECK(talk(nonsense()) == "say Pardon? | done");
  talk(says(Act::kRepeat));
  CHECK(talk.state().unmatched == 1);
  for (int i = 0; i < 5; ++i) talk(says(Act::kThank));
  CHECK(talk.state().unmatched == 0);
}

TEST_CASE("1.11 a message with thanks and a request is a request") {
  Talk talk = corner_shop();
  FlatMessage message = wants("price");
  message.act = Act::kThank;
  CHECK(talk(message) == "say Ten euros. | done");
}

TEST_CASE("1.12 a courtesy beside a question repeats it without an attempt") {
  Talk talk = corner_shop();
  talk(wants("order"));
  for (const Act act : {Act::kThank, Act::kGreet, Act::kGoodbye, Act::kReact}) {
    CHECK(talk(says(act)) == "ask count 1: How many? | waiting");
  }
  FlatMessage with_value = answers({good("count", 3)});
  with_value.act = Act::kThank;
  CHECK(talk(with_value) == "say Ordered 3. | done");
}

TEST_CASE("1.12 if the user asks whether anyone is there, the bot says so and asks again at no cost") {
  Talk talk = corner_shop();
  talk(wants("order"));
  FlatMessage hello = says(Act::kGreet);
  CHECK(talk(hello) == "ask count 1: How many? | waiting");
  hello.asks_if_there = true;
  CHECK(talk(hello) == "say Yes, I am here. | ask count 1: How many? | waiting");
}
