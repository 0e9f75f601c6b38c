// Tests follow-ups: the intent that was done last begins again with what changed (docs/dialog.md, section 14).
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

const char* const kRemovals = R"(
parley: 1
bot: {id: shop}
entities: {kind: {values: {mobile: [], landline: []}}}
intents:
  - id: move
    match: [{regex: move}]
    opening: Congratulations.
    params:
      street: {type: free_text, required: true, ask: Which street?}
      flat: {type: number, required: true, ask: Which flat?, skippable: true}
      pin: {type: number, sensitive: true, required: true, ask: Your PIN?}
      items: {type: free_text, list: true}
      zone: {type: free_text}
    confirm: Move to {street} {flat}?
    steps: [{tool: t, with: {street: '{street}', flat: '{flat}'}, save: {zone: result.zone}}, {say: Done.}]
  - id: block
    match: [{regex: block}]
    follow_up: 1m
    params: {kind: {type: kind, required: true, ask: Which phone?}}
    steps: [{say: 'Blocked: {kind}.'}]
  - id: hours
    match: [{regex: hours}]
    steps: [{say: Nine to five.}]
tools: {t: {}}
)";

Talk removals() { return Talk(read(kRemovals)); }

FlatMessage follows(const std::string& intent, std::vector<ParamValue> params = {}) {
  FlatMessage message;
  message.follow_up.emplace().intent = intent;
  message.follow_up->params = std::move(params);
  return message;
}

// Moves to High Street 3, and returns the talk after that.
Talk moved() {
  Talk talk = removals();
  talk(wants("move", {good("street", "High Street"), good("flat", 3), good("pin", 1234)}));
  talk(says(Act::kAffirm));
  talk(ok({{"zone", "B"}}));
  REQUIRE(talk.state().done);
  return talk;
}

}  // namespace

TEST_CASE("14.2 a follow-up begins the intent again with what changed, and confirms it") {
  Talk talk = moved();
  CHECK(talk(follows("move", {good("flat", 4), good("pin", 1)})) == "confirm: Move to High Street 4? | waiting");
  CHECK(talk.trace().front() == "follow_up move");
  CHECK(talk(says(Act::kAffirm)).find(R"(call t{"flat":4,"street":"High Street"})") == 0);
}

TEST_CASE("14.3 sensitive values and values from results are not kept") {
  Talk talk = moved();
  CHECK(talk.state().done->params.count("street") == 1);
  CHECK(talk.state().done->params.count("pin") == 0);
  CHECK(talk.state().done->params.count("zone") == 0);
  CHECK(talk(follows("move", {good("flat", 4)})) == "ask pin 1: Your PIN? | waiting");
}

TEST_CASE("14.2 a question that was skipped is not asked again") {
  Talk talk = removals();
  talk(wants("move", {good("street", "High Street"), good("pin", 1)}));
  talk(says(Act::kSkip));
  talk(says(Act::kAffirm));
  talk(ok({}));
  CHECK(talk(follows("move", {good("street", "Low Street"), good("pin", 1)})) ==
        "confirm: Move to Low Street ? | waiting");
}

TEST_CASE("14.4 another one is the other of two values, or asks for the first param again") {
  Talk talk = removals();
  talk(wants("block", {good("kind", "mobile")}));
  FlatMessage other = follows("block");
  other.follow_up->is_about_another = true;
  CHECK(talk(other) == "say Blocked: landline. | done");
  CHECK(talk(other) == "say Blocked: mobile. | done");
  talk = moved();
  other.follow_up->intent = "move";
  CHECK(talk(other) == "ask street 1: Which street? | waiting");
}

TEST_CASE("14.2 a list has only the new items, unless the user corrects it") {
  Talk talk = removals();
  talk(wants("move", {good("street", "S"), good("flat", 1), good("pin", 1), good("items", "lamp")}));
  talk(says(Act::kAffirm));
  talk(ok({}));
  Talk corrected = talk;
  talk(follows("move", {good("items", "desk"), good("pin", 1)}));
  CHECK(talk.state().frames.back().params.at("items").value == Value(Value::Array{"desk"}));
  FlatMessage correction = follows("move", {good("items", "desk"), good("pin", 1)});
  correction.follow_up->corrects = true;
  corrected(correction);
  CHECK(corrected.state().frames.back().params.at("items").value == Value(Value::Array{"lamp", "desk"}));
}

TEST_CASE("14.2 a named param is asked for again") {
  Talk talk = moved();
  FlatMessage message = follows("move", {good("pin", 1)});
  message.follow_up->named = {"flat"};
  CHECK(talk(message) == "ask flat 1: Which flat? | waiting");
}

TEST_CASE("14.5 what was done stays available for `follow_up`, and across intents without params") {
  Talk talk = removals();
  talk(wants("block", {good("kind", "mobile")}));
  CHECK(talk.state().done->until == talk.now + 60'000);
  talk(wants("hours"));
  CHECK(talk.state().done->intent == "block");
  talk(wants("move", {good("street", "S")}));
  CHECK(talk.state().done->intent == "block");
  talk(says(Act::kCancel));
  CHECK(talk.state().done->intent == "block");
  talk(SessionEvent::kReset);
  CHECK_FALSE(talk.state().done);
}

TEST_CASE("14.5 `follow_up: 0` keeps nothing") {
  std::string yaml = kRemovals;
  yaml.replace(yaml.find("follow_up: 1m"), 13, "follow_up: 0s");
  Talk talk(read(yaml));
  talk(wants("block", {good("kind", "mobile")}));
  CHECK_FALSE(talk.state().done);
}

TEST_CASE("14.1 a follow-up of an intent that was not done last does nothing") {
  Talk talk = removals();
  CHECK(talk(follows("block")).find("say Sorry") == 0);
  CHECK_FALSE(talk.state().done);
}

TEST_CASE("14.9 a request that is described once more is not done twice") {
  const char* const yaml = R"(
parley: 1
bot: {id: shop}
intents:
  - id: bring
    match: [{regex: bring}]
    params: {what: {type: free_text, required: true, ask: What?}, room: {type: number, required: true, ask: Room?}}
    steps: [{tool: t, with: {what: '{what}', room: '{room}'}}, {say: '{what} to {room}.'}]
tools: {t: {}}
)";
  const auto once_more = [&](std::vector<ParamValue> params, bool asks_once) {
    Talk talk(read(yaml));
    talk(wants("bring", {good("what", "towels"), good("room", 226)}));
    talk(ok({}));
    FlatMessage message = wants("bring", std::move(params));
    message.asks_once = asks_once;
    return talk(message);
  };
  CHECK(once_more({good("what", "towels"), good("room", 226)}, true) ==
        "say This is what I did: towels to 226. If something is wrong with it, say \"a person\". | done");
  CHECK(once_more({good("what", "towels"), good("room", 226)}, false).find("call t") == 0);
  CHECK(once_more({good("what", "towels"), good("room", 227)}, true).find("call t") == 0);
  CHECK(once_more({good("what", "pillows"), good("room", 226)}, true).find("call t") == 0);
}
