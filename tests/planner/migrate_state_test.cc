// Tests that the values of a state are judged again when the bot has changed. planner_test.cc tests the rest of
// adapt().
#include <catch2/catch.hpp>

#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

TEST_CASE("9.1 adapt: each value that the state holds is judged by the type of its param") {
  const config::BotDefinition bot = read(R"(
parley: 1
bot: {id: desk}
intents:
  - id: go
    match: [{regex: go}]
    params:
      v: {type: number, required: true, ask: "V?", scope: session}
      all: {type: number, list: true, ask: "All?"}
    steps: [{say: Done.}]
)");
  const auto judge = [](const std::string&, const std::string& param, const Value& value) {
    ParamValue judged = good(param, value);
    judged.valid = value.if_int() != nullptr;
    return judged;
  };
  for (const bool fits : {true, false}) {
    const Value one = fits ? Value(4) : Value("hello");
    const FilledParams params = {{"v", {one, 1}}, {"all", {Value::Array{Value(1), one}, 1}}};
    SessionState state;
    state.config_hash = "h";
    state.params = {{"v", {one, 1}}};
    Frame& frame = state.frames.emplace_back();
    frame.intent = "go";
    frame.params = params;
    for (auto* intents : {&state.queue, &state.offered}) {
      QueuedIntent& queued = intents->emplace_back();
      queued.intent = "go";
      queued.params = params;
    }
    adapt(bot, state, "h2", judge);
    const std::size_t kept = fits ? 2 : 0;
    CHECK(state.params.size() == kept / 2);
    CHECK(state.frames[0].params.size() == kept);
    CHECK(state.queue[0].params.size() == kept);
    CHECK(state.offered[0].params.size() == kept);
  }
}
