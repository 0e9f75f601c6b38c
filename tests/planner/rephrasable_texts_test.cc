// Tests which texts of a step a language model may say in other words, and where their values are.
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kBot = R"(
parley: 1
bot: {id: shop}
llm: {model: m}
entities: {size: {values: {small: [], large: []}}}
intents:
  - id: order
    match: [{regex: order}]
    opening: Let us begin.
    params:
      name: {type: free_text, required: true, ask: Your name?, rephrase: true}
      size: {type: size, required: true, ask: "Which size, {name}?", rephrase: true}
      items: {type: free_text, list: true, required: true, ask: Which items?}
    confirm: "{size} for {name}?"
    steps:
      - {say: 'Thanks, {name}: {items, each, {{item}}}. {items, plural, one {# item} other {# items}}{name}', rephrase: true}
      - say: Bye, {name}.
)";

// Returns the texts that may be said in other words, with [name=value] for each value.
std::string marked(const Transition& transition) {
  std::string out;
  for (const RephrasableText& one : transition.rephrasable) {
    const Step& step = transition.steps[one.step];
    const auto* ask = std::get_if<AskUser>(&step);
    const std::string& whole = ask ? ask->prompt : std::get<Say>(step).text;
    const std::string text = whole.substr(one.span.begin, one.span.end - one.span.begin);
    std::size_t at = 0;
    for (const auto& [span, name] : one.values) {
      out += text.substr(at, span.begin - at) + "[" + name + "=" + text.substr(span.begin, span.end - span.begin) + "]";
      at = span.end;
    }
    out += text.substr(at) + "|";
  }
  return out;
}

}  // namespace

TEST_CASE("texts with rephrase are found with the places of their values") {
  Talk talk(read(kBot));
  CHECK(talk(wants("order")) == "say Let us begin. | ask name 1: Your name? | waiting");
  CHECK(marked(talk.last()) == "Your name?|");
  CHECK(talk(answers({good("name", "Ann\x02 X\x03")})) == "ask size 1: Which size, Ann X? | waiting");
  CHECK(marked(talk.last()) == "Which size, [name=Ann X]?|");
  CHECK(talk(answers({good("size", "small")})) == "ask items 1: Which items? | waiting");
  CHECK(marked(talk.last()).empty());
  talk(answers({good("items", Value::Array{"a", "b"})}));
  CHECK(marked(talk.last()).empty());
}

TEST_CASE("a hint that follows a question is not said in other words") {
  Talk talk(read(kBot));
  talk(wants("order", {good("name", "Ann")}));
  CHECK(talk(nonsense()).find("Which size, Ann? ") != std::string::npos);
  CHECK(marked(talk.last()) == "Which size, [name=Ann]?|");
}

TEST_CASE("values of loops and plurals are marked in their order") {
  Talk talk(read(kBot));
  talk(wants("order", {good("name", "Ann"), good("size", "small"), good("items", Value::Array{"a", "b"})}));
  talk(says(Act::kAffirm));
  CHECK(marked(talk.last()) == "Thanks, [name=Ann]: [item=a] and [item=b]. [items=2] items[name=Ann]|");
}
