// Tests the form in which SQLite keeps a state.
#include "memory/state_form.h"

#include <catch2/catch.hpp>

#include "memory/codec.h"
#include "tests/conformance/conversation.h"

using namespace parley;

namespace {

SessionState state_with_everything() {
  conformance::PreparedCommit written = conformance::Conversation("s1").next("hello", "hi");
  conformance::fill_with_everything(written);
  return written.state;
}

std::string exported_json(const SessionState& state) {
  std::string json;
  memory::append_state_json(json, state);
  return json;
}

}  // namespace

TEST_CASE("a state is read from its form as it was written, with and without open parts") {
  const SessionState idle = conformance::Conversation("s1").next("hello", "hi").state;
  SessionState child = idle;
  child.parent = "web:1", child.parent_conversation = "conversation-1", child.parent_turn = 3,
  child.parent_messages = 8;
  for (const SessionState& state : {idle, child, state_with_everything(), SessionState()}) {
    const auto read = memory::state_from_form(memory::state_form(state));
    REQUIRE(read);
    CHECK(*read == state);
    CHECK(exported_json(*read) == exported_json(state));
  }
  CHECK(memory::state_form(idle).size() < exported_json(idle).size() / 2);
}

TEST_CASE("a state that an older version stored as JSON is read, and its errors name the member") {
  const SessionState state = state_with_everything();
  CHECK(*memory::state_from_form(exported_json(state)) == state);
  CHECK(memory::state_from_form("{\"session\":\"s1\",\"plans\":\"x\"}").error().message ==
        "session state: plans: expected an integer");
  CHECK_FALSE(memory::state_from_form(""));
}

TEST_CASE("every changed or missing byte of a state is an error that quotes nothing") {
  const std::string form = memory::state_form(state_with_everything());
  for (std::size_t i = 0; i < form.size(); ++i) {
    std::string changed = form;
    changed[i] = static_cast<char>(changed[i] ^ (1 << i % 8));
    for (const std::string& bytes : {changed, form.substr(0, i)}) {
      const auto read = memory::state_from_form(bytes);
      REQUIRE_FALSE(read);
      CHECK(read.error().code == ErrorCode::kStoreCorrupt);
      CHECK(read.error().message.find("refund") == std::string::npos);
    }
  }
}
