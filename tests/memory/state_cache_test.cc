#include "memory/state_cache.h"

#include <functional>

#include <catch2/catch.hpp>

#include "memory/codec.h"
#include "tests/conformance/conversation.h"

using namespace parley;

namespace {

std::string json_of(const SessionState& state) {
  std::string json;
  memory::append_state_json(json, state);
  return json;
}

}  // namespace

TEST_CASE("a state cache returns a state only for the JSON of that state") {
  memory::StateCache memo;
  CHECK(memo.find("s1", "") == nullptr);
  conformance::Conversation conversation("s1");
  const SessionState first = conversation.next("one", "1").state;
  const SessionState second = conversation.next("two", "2").state;
  memo.keep(json_of(first), first);
  REQUIRE(memo.find("s1", json_of(first)));
  CHECK(*memo.find("s1", json_of(first)) == first);
  CHECK(memo.find("s1", json_of(second)) == nullptr);

  memo.keep(json_of(second), second);
  CHECK(*memo.find("s1", json_of(second)) == second);
  CHECK(memo.find("s1", json_of(first)) == nullptr);
  memo.forget("s2");
  CHECK(memo.find("s1", json_of(second)));
  memo.forget("s1");
  CHECK(memo.find("s1", json_of(second)) == nullptr);
}

TEST_CASE("a state cache keeps no state that its JSON does not represent exactly") {
  const SessionState plain = conformance::Conversation("s1").next("one", "1").state;
  for (const auto& change : std::vector<std::function<void(SessionState&)>>{
           [](SessionState& state) { state.bot = "bad \xFF byte"; },
           [](SessionState& state) { state.last_result = Value::Array{1.0 / 0.0}; },
       }) {
    SessionState state = plain;
    change(state);
    memory::StateCache memo;
    memo.keep(json_of(state), state);
    CHECK(memo.find("s1", json_of(state)) == nullptr);
  }
}
