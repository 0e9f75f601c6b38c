// What is read from topics: contexts within their budget, whole histories, searches, figures and questions.
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tests/context/topics/talk.h"

using namespace parley;
using test::kDay;
using test::lettered;
using test::Talk;

namespace {

// A token is four bytes.
std::int64_t tokens(std::string_view text) { return static_cast<std::int64_t>((text.size() + 3) / 4); }

std::int64_t tokens_of(const std::vector<Message>& messages) {
  std::int64_t sum = 0;
  for (const Message& message : messages) sum += tokens(message.text);
  return sum;
}

// A topic of some messages, of which all but four are summarised and packed.
Talk summarised(int messages) {
  Talk talk(lettered());
  for (int i = 1; i <= messages; ++i) talk.user("a message, the " + std::to_string(i) + "th of them");
  const auto wanted = talk.keeper.wanted(talk.topics, "t1");
  REQUIRE(wanted);
  REQUIRE(*talk.keeper.take_summary(talk.topics, *wanted, "They spoke of many things, and in the end of nothing."));
  return talk;
}

}  // namespace

TEST_CASE("F91: a topic has an id, a title, a summary, its times, an importance, a vector and its counts") {
  Talk talk(lettered());
  talk.user("a lamp");
  talk.now += kDay;
  for (int i = 0; i < 12; ++i) talk.user("a lamp");
  talk.bot("noted");
  REQUIRE(*talk.keeper.take_summary(talk.topics, *talk.keeper.wanted(talk.topics, "t1"), "They spoke of lamps."));
  const Topic& topic = talk.topics.kept[0];
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
  const Talk talk = summarised(13);
  const auto context = talk.keeper.context(talk.topics, "t1", 1000, tokens);
  REQUIRE(context);
  REQUIRE(context->size() == 5);
  CHECK(context->front().role == Role::kSummary);
  CHECK(context->front().text == talk.find("t1")->summary);
  CHECK(std::vector(context->begin() + 1, context->end()) == talk.find("t1")->recent);
}

TEST_CASE("X78: a topic's context fits any budget and always has the newest message") {
  const Talk talk = summarised(13);
  for (std::int64_t budget = 0; budget < 60; ++budget) {
    CAPTURE(budget);
    const auto context = talk.keeper.context(talk.topics, "t1", budget, tokens);
    REQUIRE(context);
    CHECK(tokens_of(*context) <= budget);
    REQUIRE(!context->empty());
    CHECK(context->back().seq == 13);
    if (budget >= 3) CHECK(!context->back().text.empty());
    // No message between two that are there is left out.
    for (std::size_t i = 1; i < context->size(); ++i) {
      if ((*context)[i - 1].role != Role::kSummary) CHECK((*context)[i].seq == (*context)[i - 1].seq + 1);
    }
  }
}

TEST_CASE("X78: a larger budget shows more messages, up to all that are not packed") {
  Talk talk(lettered());
  for (int i = 1; i <= 12; ++i) talk.user("a message");  // three tokens
  for (std::int64_t messages = 1; messages <= 12; ++messages) {
    CHECK(std::ssize(*talk.keeper.context(talk.topics, "t1", 3 * messages, tokens)) == messages);
  }
  CHECK(*talk.keeper.context(talk.topics, "t1", 1000, tokens) == talk.find("t1")->recent);
}

TEST_CASE("X29: a context does not begin with a tool result whose call is omitted") {
  Talk talk(lettered());
  talk.user("a question of some length, which is left out");
  talk.add(Role::kCall, "{}");
  talk.add(Role::kTool, "found");
  talk.bot("It is here.");
  const auto context = talk.keeper.context(talk.topics, "t1", 5, tokens);
  REQUIRE(context);
  REQUIRE(context->size() == 1);
  CHECK(context->front().text == "It is here.");
}

TEST_CASE("F102: the whole history includes the packed messages, in order") {
  Talk talk = summarised(13);
  const auto history = talk.keeper.history(talk.topics, "t1");
  REQUIRE(history);
  REQUIRE(history->size() == 13);
  for (std::size_t i = 0; i < 13; ++i) CHECK((*history)[i].seq == static_cast<std::int64_t>(i + 1));
}

TEST_CASE("F100: packed bytes that are only in a store are fetched by name on demand") {
  Talk talk = summarised(13);
  PackedMessages& packed = talk.topics.kept[0].packed[0];
  const std::string bytes = std::exchange(packed.bytes, {});
  CHECK(talk.keeper.history(talk.topics, "t1").error().code == ErrorCode::kStoreCorrupt);
  const auto history = talk.keeper.history(talk.topics, "t1", [&](const std::string& name) -> Result<std::string> {
    CHECK(name == "p1");
    return bytes;
  });
  CHECK(history->size() == 13);
  const auto unreachable = talk.keeper.history(talk.topics, "t1", [](const std::string&) -> Result<std::string> {
    return Unexpected(ErrorCode::kStoreUnavailable, "away");
  });
  CHECK(unreachable.error().code == ErrorCode::kStoreUnavailable);
}

TEST_CASE("X79: packed messages that cannot be read are an error and are not overwritten") {
  Talk talk = summarised(13);
  talk.topics.kept[0].packed[0].bytes[40] ^= 1;
  const PackedMessages damaged = talk.topics.kept[0].packed[0];
  CHECK(talk.keeper.history(talk.topics, "t1").error().code == ErrorCode::kStoreCorrupt);
  for (int i = 0; i < 20; ++i) talk.user("a");
  const auto wanted = talk.keeper.wanted(talk.topics, "t1");
  REQUIRE(wanted);
  REQUIRE(*talk.keeper.take_summary(talk.topics, *wanted, "more"));
  CHECK(talk.topics.kept[0].packed.size() == 2);
  CHECK(talk.topics.kept[0].packed[0] == damaged);
}

TEST_CASE("F108: a search covers all topics, also archived ones, and returns the best first") {
  TopicOptions options;
  options.max_topics = 4;
  Talk talk(options);
  for (const auto& subject : test::talks()) {
    for (const std::string& text : subject) talk.user(text);
  }
  CHECK(talk.topics.archived.size() >= 2);
  const auto found = talk.keeper.search(talk.topics, "broken lamp");
  REQUIRE(!found.empty());
  CHECK(talk.find(found[0].topic)->title == "My lamp arrived broken and I want a refund");
  CHECK(found[0].archived);
  CHECK(found[0].score == 1);
  for (std::size_t i = 1; i < found.size(); ++i) CHECK(found[i].score <= found[i - 1].score);
  CHECK(talk.keeper.search(talk.topics, "coffee parcel lamp", 2).size() == 2);
  CHECK(talk.keeper.search(talk.topics, "").empty());
  CHECK(talk.keeper.search(talk.topics, "zeppelin").empty());
  REQUIRE(talk.keeper.set_tags(talk.topics, "t1", {"zeppelin"}));
  CHECK(talk.keeper.search(talk.topics, "Zeppelin")[0].topic == "t1");
}

TEST_CASE("F108: a search covers titles, tags, summaries and recent messages") {
  Talk talk = summarised(13);
  REQUIRE(talk.keeper.set_tags(talk.topics, "t1", {"zeppelin"}));
  talk.user("a caravan");
  for (const char* word : {"message", "zeppelin", "nothing", "caravan"}) {
    INFO(word);
    const auto found = talk.keeper.search(talk.topics, word);
    REQUIRE(found.size() == 1);
    CHECK(found[0].topic == "t1");
  }
  CHECK(talk.keeper.search(talk.topics, "submarine").empty());
}

TEST_CASE("F103, X83: the statistics of a topic add up") {
  Talk talk = summarised(13);
  talk.now += 3 * kDay;
  const auto stats = talk.keeper.stats(talk.topics, "t1", talk.now);
  REQUIRE(stats);
  CHECK(stats->recent == 4);
  CHECK(stats->packed == 9);
  CHECK(stats->total == 13);
  CHECK(stats->has_summary);
  CHECK(stats->packed_bytes > 0);
  CHECK(stats->access_days == 1);
  CHECK(stats->memory == std::string("short-term"));
  CHECK(stats->half_life_days == 1);
  CHECK(stats->age == 3 * kDay);
  CHECK(stats->inactive == 3 * kDay);
  CHECK(stats->priority == 0.5 / 8);
  CHECK(talk.keeper.stats(talk.topics, "t1", 0)->age == 0);
  CHECK(!talk.keeper.stats(talk.topics, "t2", talk.now));
}

TEST_CASE("F103: memory is short-term, transitioning, and long-term from ten days on") {
  Talk talk(lettered());
  talk.user("a");
  for (const auto& [days, memory] : {std::pair(4, "short-term"), std::pair(5, "transitioning"),
                                     std::pair(9, "transitioning"), std::pair(10, "long-term")}) {
    talk.topics.kept[0].access_days = days;
    CHECK(talk.keeper.stats(talk.topics, "t1", talk.now)->memory == std::string(memory));
  }
}

TEST_CASE("F89: a follow-up is prefixed with the words of its topic; a complete question is unchanged") {
  Talk talk;
  CHECK(talk.keeper.standalone(talk.topics, "and in blue?") == "and in blue?");
  talk.user("Do you sell a brass desk lamp?");
  talk.user("A brass lamp with a green shade, I mean");
  CHECK(talk.keeper.standalone(talk.topics, "and in blue?") == "brass lamp sell: and in blue?");
  CHECK(talk.keeper.standalone(talk.topics, "is the lamp heavy?") == "brass sell desk: is the lamp heavy?");
  const std::string whole = "Which courier delivers garden chairs?";
  CHECK(talk.keeper.standalone(talk.topics, whole) == whole);
}

TEST_CASE("F89: the caller's rewriting replaces the rule as long as it works") {
  int mode = 0;
  TopicOptions options;
  options.rewrite = [&](const Topic& topic, std::string_view question) -> Result<std::string> {
    if (mode == 1) return Unexpected(ErrorCode::kLimitExceeded, "away");
    if (mode == 2) throw std::runtime_error("broken");
    return topic.id + " " + std::string(question);
  };
  Talk talk(options);
  talk.user("Do you sell a brass desk lamp?");
  CHECK(talk.keeper.standalone(talk.topics, "and in blue?") == "t1 and in blue?");
  for (mode = 1; mode <= 2; ++mode) {
    CHECK(talk.keeper.standalone(talk.topics, "and in blue?") == "sell brass desk: and in blue?");
  }
}

TEST_CASE("an unknown topic is an invalid request") {
  const Talk talk;
  CHECK(talk.keeper.context(talk.topics, "t1", 10, tokens).error().code == ErrorCode::kInvalidRequest);
  CHECK(talk.keeper.history(talk.topics, "").error().code == ErrorCode::kInvalidRequest);
}
