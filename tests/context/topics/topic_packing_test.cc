// Tests packing of the old messages of a topic.
#include <catch2/catch.hpp>

#include "tests/context/topics/topic_conversation.h"

using namespace parley;
using test::first_letter_options;
using test::TopicConversation;

namespace {

Message of_tool(Role role, std::int64_t seq, std::int64_t turn, const std::string& call_id) {
  Message message;
  message.seq = seq, message.turn = turn, message.role = role;
  message.text = role == Role::kCall ? "{}" : "parcels.find: ok";
  message.details.tool = "parcels.find", message.details.call_id = call_id;
  return message;
}

}  // namespace

TEST_CASE("X29: a result joins the topic of its call, even if the subject changed meanwhile") {
  TopicConversation conversation(first_letter_options());
  const std::string first = conversation.user("a");
  const std::int64_t seq = conversation.topics.last_seq;
  REQUIRE(conversation.tracker.add(conversation.topics, of_tool(Role::kCall, seq + 1, 1, "call-1"), conversation.now));
  CHECK(conversation.user("b") != first);
  CHECK(*conversation.tracker.add(conversation.topics, of_tool(Role::kTool, seq + 3, 3, "call-1"), conversation.now) ==
        first);
  CHECK(conversation.topics.current == first);
  // A result without a call joins the current topic.
  CHECK(*conversation.tracker.add(conversation.topics, of_tool(Role::kTool, seq + 4, 3, "call-2"), conversation.now) ==
        first);
}

TEST_CASE(
    "X29: packing never separates a call from its result, even if the result comes in a later turn or is still "
    "pending") {
  for (const bool is_answered : {false, true}) {
    INFO(is_answered);
    TopicConversation conversation(first_letter_options());
    const auto add = [&](Message message) {
      REQUIRE(conversation.tracker.add(conversation.topics, message, conversation.now));
    };
    std::int64_t seq = 0;
    for (std::int64_t turn = 1; turn <= 20; ++turn) {
      Message message;
      message.seq = ++seq, message.turn = turn, message.text = "a";
      add(message);
      if (turn == 5) add(of_tool(Role::kCall, ++seq, turn, "call-1"));
      if (turn == 18 && is_answered) add(of_tool(Role::kTool, ++seq, turn, "call-1"));
    }
    const auto wanted = conversation.tracker.wanted(conversation.topics, "t1");
    REQUIRE(wanted);
    CHECK(wanted->messages.size() == 4);
  }
}

TEST_CASE("X29: packing ends at a turn boundary, and a turn that is too long is not packed yet") {
  TopicConversation conversation(first_letter_options());
  for (std::int64_t seq = 1; seq <= 13; ++seq) {
    Message message;
    message.seq = seq;
    message.turn = seq < 8 ? 1 : 2;
    message.role = seq == 1 || seq == 8 ? Role::kUser : Role::kTool;
    message.text = "a";
    REQUIRE(conversation.tracker.add(conversation.topics, message, conversation.now));
  }
  const auto wanted = conversation.tracker.wanted(conversation.topics, "t1");
  REQUIRE(wanted);
  CHECK(wanted->messages.size() == 7);
  for (Message& message : conversation.topics.kept[0].recent) message.turn = 1;
  CHECK(!conversation.tracker.wanted(conversation.topics, "t1"));
}

TEST_CASE("X79: messages that cannot be packed stay unpacked") {
  TopicConversation conversation(first_letter_options());
  conversation.user("a \xC3");
  for (int i = 0; i < 12; ++i) conversation.user("a");
  const auto wanted = conversation.tracker.wanted(conversation.topics, "t1");
  REQUIRE(wanted);
  const Topics before = conversation.topics;
  CHECK(!conversation.tracker.take_summary(conversation.topics, *wanted, "x"));
  CHECK(conversation.topics == before);
}
