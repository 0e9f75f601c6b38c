// Tests the stored form of a turn.
#include "memory/turn_body.h"

#include <catch2/catch.hpp>

#include "base/byte_codec.h"
#include "memory/codec.h"
#include "tests/conformance/conversation.h"

using namespace parley;
using memory::TurnPlace;

namespace {

conformance::PreparedCommit turn_with_everything() {
  conformance::PreparedCommit written = conformance::Conversation("s1").next("I want my money back", "Which one?");
  conformance::fill_with_everything(written);
  return written;
}

}  // namespace

TEST_CASE("a turn with everything is read as it was written") {
  const auto written = turn_with_everything();
  const TurnPlace place{written.turn.turn.seq, written.messages.front().seq};
  const std::string body = memory::turn_body(place, written.messages, written.turn);
  CHECK(*memory::messages_in_body(body, place) == written.messages);
  const auto answer = memory::answer_in_body(body, place, "s1", written.turn.turn.id);
  REQUIRE(answer);
  CHECK(conformance::same_turn(answer->turn, written.turn.turn));
  CHECK(answer->input_hash == written.turn.input_hash);
}

TEST_CASE("a turn has the second form only if it has what the first form lacks") {
  const Value open(Value::Object{{"intent", "pay"}, {"params", Value::Object()}, {"state", "queued"}});
  Turn masked, handed_over;
  masked.masked = true;
  handed_over.steps = {Handoff{"asked", "refund", {}, {}, {}, {open}}};
  for (const auto& [turn, form] : {std::pair{turn_with_everything().turn.turn, 1}, {masked, 2}, {handed_over, 2}}) {
    const std::string body = memory::turn_body({1, 1}, {}, {turn, true, std::nullopt});
    CHECK(body[0] == form);
    CHECK(conformance::same_turn(memory::answer_in_body(body, {turn.seq, 1}, turn.session, turn.id)->turn, turn));
  }
}

TEST_CASE("a reply stands once in a turn: in its message, its answer and its step") {
  const std::string reply = "Which order is this about?";
  const auto written = conformance::Conversation("s1").next("cancel my order", reply);
  const std::string body = memory::turn_body({1, 1}, written.messages, written.turn);
  const auto at = body.find(reply);
  REQUIRE(at != std::string::npos);
  CHECK(body.find(reply, at + 1) == std::string::npos);
  CHECK(memory::answer_in_body(body, {1, 1}, "s1", "m1")->turn.say == std::vector<std::string>{reply});
}

TEST_CASE("a turn without a hash of its input is read without one, and every hash is kept") {
  auto written = conformance::Conversation("s1").next("hello", "hi");
  for (const std::optional<std::uint16_t> hash : {std::optional<std::uint16_t>(), {0}, {127}, {128}, {65535}}) {
    written.turn.input_hash = hash;
    const std::string body = memory::turn_body({1, 1}, written.messages, written.turn);
    CHECK(memory::answer_in_body(body, {1, 1}, "s1", "m1")->input_hash == hash);
  }
}

TEST_CASE("messages with gaps in their numbers keep the numbers, and a turn may have no message") {
  auto written = conformance::Conversation("s1").next("hello", "hi");
  written.messages.back().seq = 7;
  const std::string body = memory::turn_body({1, 1}, written.messages, written.turn);
  CHECK(*memory::messages_in_body(body, {1, 1}) == written.messages);
  const std::string none = memory::turn_body({1, 1}, {}, written.turn);
  CHECK(memory::messages_in_body(none, {1, 1})->empty());
}

TEST_CASE("an answer that was unreadable in an older database keeps its error, and its messages stay readable") {
  const auto written = conformance::Conversation("s1").next("hello", "hi");
  const std::string body = memory::turn_body_unread({1, 1}, written.messages, "{}");
  CHECK(*memory::messages_in_body(body, {1, 1}) == written.messages);
  CHECK(memory::answer_in_body(body, {1, 1}, "s1", "m1").error().message == "turn: status: missing");
  const std::string none = memory::turn_body_unread({1, 1}, written.messages, {});
  CHECK(memory::answer_in_body(none, {1, 1}, "s1", "m1").error().message == "turn: its answer is missing");
}

TEST_CASE("every changed or missing byte of a turn is an error that quotes nothing") {
  const auto written = turn_with_everything();
  const TurnPlace place{1, 1};
  const std::string body = memory::turn_body(place, written.messages, written.turn);
  const auto check = [&](const std::string& bytes) {
    const auto messages = memory::messages_in_body(bytes, place);
    REQUIRE_FALSE(messages);
    CHECK(messages.error().code == ErrorCode::kStoreCorrupt);
    CHECK(messages.error().message == "turn: the stored bytes are damaged");
    CHECK_FALSE(memory::answer_in_body(bytes, place, "s1", "m1"));
  };
  for (std::size_t i = 0; i < body.size(); ++i) {
    std::string changed = body;
    changed[i] = static_cast<char>(changed[i] ^ (1 << i % 8));
    check(changed);
    check(body.substr(0, i));
  }
}
