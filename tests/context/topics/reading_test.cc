// Tests reading topics: contexts within their budget, whole histories, searches, statistics and rewritten questions.
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tests/context/topics/topic_conversation.h"

using namespace parley;
using test::first_letter_options;
using test::kDay;
using test::TopicConversation;

namespace {

// Counts a token for every four bytes.
std::int64_t tokens(std::string_view text) { return static_cast<std::int64_t>((text.size() + 3) / 4); }

std::int64_t tokens_of(const std::vector<Message>& messages) {
  std::int64_t sum = 0;
  for (const Message& message : messages) sum += tokens(message.text);
  return sum;
}

// Returns a topic of some messages; all but the newest four are summarised and packed.
TopicConversation summarised(int messages) {
  TopicConversation conversation(first_letter_options());
  for (int i = 1; i <= messages; ++i) conversation.user("a message, the " + std::to_string(i) + "th of them");
  const auto wanted = conversation.tracker.wanted(conversation.topics, "t1");
  REQUIRE(wanted);
  REQUIRE(*conversation.tracker.take_summary(conversation.topics, *wanted,
                                             "They spoke of many things, and in the end of nothing."));
  return conversation;
}

}  // namespace

TEST_CASE("F91: a topic has an id, a title, a summary, its times, an importance, a vector and its counts") {
  TopicConversation conversation(first_letter_options());
  conversation.user("a lamp");
  conversation.now += kDay;
  for (int i = 0; i < 12; ++i) conversation.user("a lamp");
  conversation.bot("noted");
  REQUIRE(*conversation.tracker.take_summary(
      conversation.topics, *conversation.tracker.wanted(conversation.topics, "t1"), "They spoke of lamps."));
  const Topic& topic = conversation.topics.kept[0];
  CHECK(topic.id == "t1");
  CHECK(topic.title == "a lamp");
  CHECK(topic.summary == "They spoke of lamps.");
  CHECK(topic.created_at == test::kMonday);
  CHECK(topic.active_at == test::kMonday + kDay);
  CHECK(topic.importance == 0.5);
  CHECK(topic.centroid == *test::by_first_letter("a"));
  CHECK(topic.embedded == 13);
  CHECK(topic.access_days == 2);
  REQUIRE(topic.packed.size() == 1);
  CHECK(topic.packed[0].messages == 10);
  CHECK(topic.recent.size() == 4);
}

TEST_CASE("F101: a topic's context is its summary followed by its newest messages, oldest first") {
  const TopicConversation conversation = summarised(13);
  const auto context = conversation.tracker.context(conversation.topics, "t1", 1000, tokens);
  REQUIRE(context);
  REQUIRE(context->size() == 5);
  CHECK(context->front().role == Role::kSummary);
  CHECK(context->front().text == conversation.find("t1")->summary);
  CHECK(std::vector(context->begin() + 1, context->end()) == conversation.find("t1")->recent);
}

TEST_CASE("X78: a topic's context fits any budget and always has the newest message") {
  const TopicConversation conversation = summarised(13);
  for (std::int64_t budget = 0; budget < 60; ++budget) {
    CAPTURE(budget);
    const auto context = conversation.tracker.context(conversation.topics, "t1", budget, tokens);
    REQUIRE(context);
    CHECK(tokens_of(*context) <= budget);
    REQUIRE(!context->empty());
    CHECK(context->back().seq == 13);
    if (budget >= 3) CHECK(!context->back().text.empty());
    // No message between two shown messages is omitted.
    for (std::size_t i = 1; i < context->size(); ++i) {
      if ((*context)[i - 1].role != Role::kSummary) CHECK((*context)[i].seq == (*context)[i - 1].seq + 1);
    }
  }
}

TEST_CASE("X78: a larger budget shows more messages, up to all that are not packed") {
  TopicConversation conversation(first_letter_options());
  for (int i = 1; i <= 12; ++i) conversation.user("a message");  // three tokens each
  for (std::int64_t messages = 1; messages <= 12; ++messages) {
    CHECK(std::ssize(*conversation.tracker.context(conversation.topics, "t1", 3 * messages, tokens)) == messages);
  }
  CHECK(*conversation.tracker.context(conversation.topics, "t1", 1000, tokens) == conversation.find("t1")->recent);
}

TEST_CASE("X29: a context does not begin with a tool result whose call is omitted") {
  TopicConversation conversation(first_letter_options());
  conversation.user("a question of some length, which is left out");
  conversation.add(Role::kCall, "{}");
  conversation.add(Role::kTool, "found");
  conversation.bot("It is here.");
  const auto context = conversation.tracker.context(conversation.topics, "t1", 5, tokens);
  REQUIRE(context);
  REQUIRE(context->size() == 1);
  CHECK(context->front().text == "It is here.");
}

TEST_CASE("F102: the whole history includes the packed messages, in order") {
  TopicConversation conversation = summarised(13);
  const auto history = conversation.tracker.history(conversation.topics, "t1");
  REQUIRE(history);
  REQUIRE(history->size() == 13);
  for (std::size_t i = 0; i < 13; ++i) CHECK((*history)[i].seq == static_cast<std::int64_t>(i + 1));
}

TEST_CASE("F100: packed bytes that are only in a store are fetched by name on demand") {
  TopicConversation conversation = summarised(13);
  PackedMessages& packed = conversation.topics.kept[0].packed[0];
  const std::string bytes = std::exchange(packed.bytes, {});
  CHECK(conversation.tracker.history(conversation.topics, "t1").error().code == ErrorCode::kStoreCorrupt);
  const auto history =
      conversation.tracker.history(conversation.topics, "t1", [&](const std::string& name) -> Result<std::string> {
        CHECK(name == "p1");
        return bytes;
      });
  CHECK(history->size() == 13);
  const auto unreachable = conversation.tracker.history(
      conversation.topics, "t1",
      [](const std::string&) -> Result<std::string> { return Unexpected(ErrorCode::kStoreUnavailable, "away"); });
  CHECK(unreachable.error().code == ErrorCode::kStoreUnavailable);
}

TEST_CASE("X79: packed messages that cannot be read are an error and are not overwritten") {
  TopicConversation conversation = summarised(13);
  conversation.topics.kept[0].packed[0].bytes[40] ^= 1;
  const PackedMessages damaged = conversation.topics.kept[0].packed[0];
  CHECK(conversation.tracker.history(conversation.topics, "t1").error().code == ErrorCode::kStoreCorrupt);
  for (int i = 0; i < 20; ++i) conversation.user("a");
  const auto wanted = conversation.tracker.wanted(conversation.topics, "t1");
  REQUIRE(wanted);
  REQUIRE(*conversation.tracker.take_summary(conversation.topics, *wanted, "more"));
  CHECK(conversation.topics.kept[0].packed.size() == 2);
  CHECK(conversation.topics.kept[0].packed[0] == damaged);
}

TEST_CASE("F108: a search covers all topics, also archived ones, and returns the best first") {
  TopicOptions options;
  options.max_topics = 4;
  TopicConversation conversation(options);
  for (const auto& subject : test::conversations()) {
    for (const std::string& text : subject) conversation.user(text);
  }
  CHECK(conversation.topics.archived.size() >= 2);
  const auto found = conversation.tracker.search(conversation.topics, "broken lamp");
  REQUIRE(!found.empty());
  CHECK(conversation.find(found[0].topic)->title == "My lamp arrived broken and I want a refund");
  CHECK(found[0].archived);
  CHECK(found[0].score == 1);
  for (std::size_t i = 1; i < found.size(); ++i) CHECK(found[i].score <= found[i - 1].score);
  CHECK(conversation.tracker.search(conversation.topics, "coffee parcel lamp", 2).size() == 2);
  CHECK(conversation.tracker.search(conversation.topics, "").empty());
  CHECK(conversation.tracker.search(conversation.topics, "zeppelin").empty());
  REQUIRE(conversation.tracker.set_tags(conversation.topics, "t1", {"zeppelin"}));
  CHECK(conversation.tracker.search(conversation.topics, "Zeppelin")[0].topic == "t1");
}

TEST_CASE("F108: a search covers titles, tags, summaries and recent messages") {
  TopicConversation conversation = summarised(13);
  REQUIRE(conversation.tracker.set_tags(conversation.topics, "t1", {"zeppelin"}));
  conversation.user("a caravan");
  for (const char* word : {"message", "zeppelin", "nothing", "caravan"}) {
    INFO(word);
    const auto found = conversation.tracker.search(conversation.topics, word);
    REQUIRE(found.size() == 1);
    CHECK(found[0].topic == "t1");
  }
  CHECK(conversation.tracker.search(conversation.topics, "submarine").empty());
}

TEST_CASE("F103, X83: the statistics of a topic add up") {
  TopicConversation conversation = summarised(13);
  conversation.now += 3 * kDay;
  const auto stats = conversation.tracker.stats(conversation.topics, "t1", conversation.now);
  REQUIRE(stats);
  CHECK(stats->recent == 4);
  CHECK(stats->packed == 9);
  CHECK(stats->total == 13);
  CHECK(stats->has_summary);
  CHECK(stats->packed_bytes > 0);
  CHECK(stats->access_days == 1);
  CHECK(stats->memory == std::string("short-term"));
  CHECK(stats->half_life_days == 1);
  CHECK(stats->age == std::chrono::days(3));
  CHECK(stats->inactive == std::chrono::days(3));
  CHECK(stats->priority == 0.5 / 8);
  CHECK(conversation.tracker.stats(conversation.topics, "t1", 0)->age.count() == 0);
  CHECK(!conversation.tracker.stats(conversation.topics, "t2", conversation.now));
}

TEST_CASE("F103: a topic's memory is short-term, then transitioning, and long-term from ten days on") {
  TopicConversation conversation(first_letter_options());
  conversation.user("a");
  for (const auto& [days, memory] : {std::pair(4, "short-term"), std::pair(5, "transitioning"),
                                     std::pair(9, "transitioning"), std::pair(10, "long-term")}) {
    conversation.topics.kept[0].access_days = days;
    CHECK(conversation.tracker.stats(conversation.topics, "t1", conversation.now)->memory == std::string(memory));
  }
}

TEST_CASE("F89: a follow-up is prefixed with the words of its topic; a complete question is unchanged") {
  TopicConversation conversation;
  CHECK(conversation.tracker.rewrite_question(conversation.topics, "and in blue?") == "and in blue?");
  conversation.user("Do you sell a brass desk lamp?");
  conversation.user("A brass lamp with a green shade, I mean");
  CHECK(conversation.tracker.rewrite_question(conversation.topics, "and in blue?") == "brass lamp sell: and in blue?");
  CHECK(conversation.tracker.rewrite_question(conversation.topics, "is the lamp heavy?") ==
        "brass sell desk: is the lamp heavy?");
  const std::string whole = "Which courier delivers garden chairs?";
  CHECK(conversation.tracker.rewrite_question(conversation.topics, whole) == whole);
}

TEST_CASE("F89: the caller's function for rewriting replaces the built-in rule, unless the function fails") {
  int mode = 0;
  TopicOptions options;
  options.rewrite = [&](const Topic& topic, std::string_view question) -> Result<std::string> {
    if (mode == 1) return Unexpected(ErrorCode::kLimitExceeded, "away");
    if (mode == 2) throw std::runtime_error("broken");
    return topic.id + " " + std::string(question);
  };
  TopicConversation conversation(options);
  conversation.user("Do you sell a brass desk lamp?");
  CHECK(conversation.tracker.rewrite_question(conversation.topics, "and in blue?") == "t1 and in blue?");
  for (mode = 1; mode <= 2; ++mode) {
    CHECK(conversation.tracker.rewrite_question(conversation.topics, "and in blue?") ==
          "sell brass desk: and in blue?");
  }
}

TEST_CASE("an unknown topic is an invalid request") {
  const TopicConversation conversation;
  CHECK(conversation.tracker.context(conversation.topics, "t1", 10, tokens).error().code == ErrorCode::kInvalidRequest);
  CHECK(conversation.tracker.history(conversation.topics, "").error().code == ErrorCode::kInvalidRequest);
}
