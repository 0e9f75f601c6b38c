// Tests the stored form of a turn, and the numbers and texts that it consists of.
#include "memory/turn_body.h"

#include <catch2/catch.hpp>

#include "memory/byte_codec.h"
#include "memory/codec.h"
#include "tests/conformance/conversation.h"

using namespace parley;
using memory::ByteReader;
using memory::ByteWriter;
using memory::TurnPlace;

namespace {

conformance::PreparedCommit turn_with_everything() {
  conformance::PreparedCommit written = conformance::Conversation("s1").next("I want my money back", "Which one?");
  conformance::fill_with_everything(written);
  return written;
}

}  // namespace

TEST_CASE("numbers and texts of every size are read as they were written") {
  const std::vector<std::uint64_t> numbers = {0, 1, 127, 128, 16383, 16384, UINT64_MAX};
  const std::vector<std::int64_t> signed_numbers = {0, -1, 1, -64, 64, 1795455067921, INT64_MIN, INT64_MAX};
  const std::vector<std::string> texts = {
      "", "a", std::string("\0\xff", 2), std::string(1000, 'x'), "twice, twice", "twice, twice", ""};
  std::string bytes;
  ByteWriter out(bytes);
  for (const auto number : numbers) out.number(number);
  for (const auto number : signed_numbers) out.signed_number(number);
  for (const auto& text : texts) out.text(text);
  ByteReader in(bytes);
  for (const auto number : numbers) CHECK(in.number() == number);
  for (const auto number : signed_numbers) CHECK(in.signed_number() == number);
  for (const auto& text : texts) CHECK(in.text() == text);
  CHECK(in.is_at_end());
  CHECK_FALSE(in.failed());
  CHECK(in.byte() == 0);
  CHECK(in.failed());
}

TEST_CASE("a form that ends early, refers to no text or counts too much is an error") {
  for (const std::string& bytes : {std::string("\x80"), std::string("\x08xyz"), std::string("\x01"),
                                   std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")}) {
    ByteReader in(bytes);
    CHECK(in.text().empty());
    CHECK(in.failed());
  }
  ByteReader in("\x05xy");
  CHECK(in.count() == 0);
  CHECK(in.failed());
}

TEST_CASE("a turn with everything is read as it was written") {
  const auto written = turn_with_everything();
  const TurnPlace place{written.turn.turn.seq, written.messages.front().seq};
  const std::string body = memory::turn_body(place, written.messages, written.turn.turn);
  CHECK(*memory::messages_in_body(body, place) == written.messages);
  const auto answer = memory::answer_in_body(body, place, "s1", written.turn.turn.id);
  REQUIRE(answer);
  CHECK(conformance::same_turn(*answer, written.turn.turn));
}

TEST_CASE("a reply stands once in a turn: in its message, its answer and its step") {
  const std::string reply = "Which order is this about?";
  const auto written = conformance::Conversation("s1").next("cancel my order", reply);
  const std::string body = memory::turn_body({1, 1}, written.messages, written.turn.turn);
  const auto at = body.find(reply);
  REQUIRE(at != std::string::npos);
  CHECK(body.find(reply, at + 1) == std::string::npos);
  CHECK(memory::answer_in_body(body, {1, 1}, "s1", "m1")->say == std::vector<std::string>{reply});
}

TEST_CASE("messages with gaps in their numbers keep the numbers, and a turn may have no message") {
  auto written = conformance::Conversation("s1").next("hello", "hi");
  written.messages.back().seq = 7;
  const std::string body = memory::turn_body({1, 1}, written.messages, written.turn.turn);
  CHECK(*memory::messages_in_body(body, {1, 1}) == written.messages);
  const std::string none = memory::turn_body({1, 1}, {}, written.turn.turn);
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
  const std::string body = memory::turn_body(place, written.messages, written.turn.turn);
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
