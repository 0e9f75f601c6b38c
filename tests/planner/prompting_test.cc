// Tests reprompts, and messages about a question such as "repeat" and "why" (docs/dialog.md).
#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kGiftShop = R"(
parley: 1
bot: {id: shop}
entities:
  size: {values: {small: [], medium: [], large: []}}
  order_id: {patterns: ['O-\d{5}'], examples: [O-12345, O-77777]}
intents:
  - id: buy
    match: [{regex: buy}]
    params:
      size: {type: size, required: true, ask: "Which size?", why: "It has to fit.", help: "Medium fits most."}
      order: {type: order_id, required: true, ask: "Which order?", on_exhausted: cancel}
      note: {type: free_text, required: true, skippable: true, ask: "Anything else?"}
      gift: {type: number, required: true, skippable: true, default: 0, ask: "How many gifts?"}
    steps: [{say: "Size {size}, {gift} gifts. {note}"}]
  - id: score
    match: [{regex: score}]
    params:
      score:
        type: number
        required: true
        ask: "One to five?"
        max_attempts: {in_all: 5, silent: 2, invalid: 3}
        reprompts:
          not_understood: [A number please., "Really, a number."]
          silent: Hello?
          invalid: Not that.
        on_exhausted: skip
    steps: [{say: "Score {score}."}]
replies: {not_understood: What?, why: Because., dont_know: Take your time., cannot_skip: I need it., skipped: Left out.}
fallback: {say: Pardon?}
)";

Talk gift_shop() { return Talk(read(kGiftShop)); }

}  // namespace

TEST_CASE(
    "2.2 each reason has its own texts, one for each reprompt; a text of the validation or of the tool takes "
    "precedence") {
  Talk talk = gift_shop();
  talk(wants("score"));
  CHECK(talk(nonsense()) == "say A number please. | ask score 2: One to five? | waiting");
  CHECK(talk(nonsense()) == "say Really, a number. | ask score 3: One to five? | waiting");
  CHECK(talk(answers({bad("score", "")})) == "say Not that. | ask score 4: One to five? | waiting");
  CHECK(talk(answers({bad("score", "Too high.")})) == "say Too high. | ask score 5: One to five? | waiting");
  CHECK(talk(nonsense()) == "say Score . | done");
}

TEST_CASE("2.1 each reason may have its own limit") {
  Talk talk = gift_shop();
  talk(wants("score"));
  CHECK(talk(nonsense()) == "say A number please. | ask score 2: One to five? | waiting");
  CHECK(talk(SessionEvent::kSilence) == "say Hello? | ask score 3: One to five? | waiting");
  CHECK(talk(SessionEvent::kSilence) == "say Score . | done");
}

TEST_CASE("2.3 a question with one text is asked again with the possible answers") {
  Talk talk = gift_shop();
  CHECK(talk(wants("buy")) == "ask size 1: Which size? | waiting");
  const auto& ask = std::get<AskUser>(talk.last().steps.back());
  CHECK(ask.options == std::vector<std::string>{"small", "medium", "large"});
  CHECK(talk(nonsense()) == "say What? | ask size 2: Which size? You can say: small, medium, or large. | waiting");
  talk(answers({good("size", "small")}));
  CHECK(talk(nonsense()) == "say What? | ask order 2: Which order? For example: O-12345 or O-77777. | waiting");
}

TEST_CASE("1.8 'repeat' and 'why' ask the question again and cost no attempt") {
  Talk talk = gift_shop();
  talk(wants("buy"));
  CHECK(talk(says(Act::kRepeat)) == "ask size 1: Which size? | waiting");
  CHECK(talk(says(Act::kWhy)) == "say It has to fit. | ask size 1: Which size? | waiting");
  talk(answers({good("size", "small")}));
  CHECK(talk(says(Act::kWhy)) == "say Because. | ask order 1: Which order? | waiting");
}

TEST_CASE("1.8 more than five repetitions of a question in a row cost an attempt") {
  Talk talk = gift_shop();
  talk(wants("buy"));
  talk(answers({good("size", "small")}));
  int turns = 0;
  while (talk.state().waiting && turns < 100) {
    talk(says(Act::kRepeat));
    ++turns;
  }
  CHECK(turns == 18);  // three attempts, each asked back about five times
}

TEST_CASE("1.8 'I don't know' gets help and costs an attempt") {
  Talk talk = gift_shop();
  talk(wants("buy"));
  CHECK(talk(says(Act::kDontKnow)) ==
        "say Medium fits most. | ask size 2: Which size? You can say: small, medium, or large. | waiting");
  talk(answers({good("size", "small")}));
  CHECK(talk(says(Act::kDontKnow)) ==
        "say Take your time. | ask order 2: Which order? For example: O-12345 or O-77777. | waiting");
}

TEST_CASE("1.8 'skip' leaves out only skippable params") {
  Talk talk = gift_shop();
  talk(wants("buy", {good("size", "small")}));
  CHECK(talk(says(Act::kSkip)) ==
        "say I need it. | ask order 2: Which order? For example: O-12345 or O-77777. | waiting");
  talk(answers({good("order", "O-12345")}));
  CHECK(talk(says(Act::kSkip)) == "say Left out. | ask gift 1: How many gifts? | waiting");
  CHECK(talk(says(Act::kDontKnow)) == "say Left out. | say Size small, 0 gifts.  | done");
}

TEST_CASE("1.2 a value of a closed param takes precedence over a message about the question") {
  Talk talk = gift_shop();
  talk(wants("buy"));
  FlatMessage pass = answers({good("size", "large")});
  pass.act = Act::kSkip;
  CHECK(talk(pass) == "ask order 1: Which order? | waiting");
}

TEST_CASE("1.9 a message that asks for the open intent costs no attempt") {
  Talk talk = gift_shop();
  talk(wants("buy"));
  CHECK(talk(wants("buy")) == "ask size 1: Which size? | waiting");
  FlatMessage again = wants("buy");
  again.answers = {good("size", "small")};
  CHECK(talk(again) == "ask order 1: Which order? | waiting");
  CHECK(talk(answers({good("size", "small")})) == "ask order 1: Which order? | waiting");
}

TEST_CASE("2.6 three exhausted questions in a row cause a handoff") {
  Talk talk(read(R"(
parley: 1
bot: {id: loop}
intents:
  - id: one
    match: [{regex: one}]
    params: {a: {type: number, required: true, ask: A?, max_attempts: 1, on_exhausted: skip}, b: {type: number, required: true, ask: B?, max_attempts: 1, on_exhausted: skip}, c: {type: number, required: true, ask: C?, max_attempts: 1, on_exhausted: skip}, d: {type: number, required: true, ask: D?, max_attempts: 1, on_exhausted: skip}}
    steps: [{say: Done.}]
replies: {handoff: A colleague takes over.}
)"));
  CHECK(talk(wants("one")) == "ask a 1: A? | waiting");
  CHECK(talk(nonsense()) == "ask b 1: B? | waiting");
  CHECK(talk(nonsense()) == "ask c 1: C? | waiting");
  CHECK(talk(nonsense()) == "say A colleague takes over. | handoff exhausted | handoff");
}

TEST_CASE("10.1 silence has its own count, and an unanswered question ends") {
  Talk talk = gift_shop();
  talk(wants("buy"));
  talk(SessionEvent::kSilence);
  talk(SessionEvent::kSilence);
  CHECK(talk.state().frames.back().attempts.params.at("size").silent == 2);
  talk(SessionEvent::kSilence);
  CHECK(talk.last().status == TurnStatus::kHandoff);
}
