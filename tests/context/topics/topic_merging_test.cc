// Tests merging of topics.
#include <catch2/catch.hpp>

#include "tests/context/topics/topic_conversation.h"

using namespace parley;
using test::first_letter_options;
using test::TopicConversation;

TEST_CASE("F105: topics that have converged are merged automatically into the older one") {
  // The vector has two dimensions, one for each subject. A text about both makes the topics more similar.
  TopicOptions options;
  options.words_to_begin = 0;
  options.embed = [](std::string_view text) -> Result<Embedding> {
    if (text == "lamp") return Embedding{1, 0};
    if (text == "shade") return Embedding{0.6F, 0.8F};
    if (text == "lampshade") return Embedding{0.75F, 0.66F};
    return Embedding{0.95F, 0.31F};
  };
  SECTION("similar topics are merged") {
    TopicConversation conversation(options);
    const std::string lamp = conversation.user("lamp"), shade = conversation.user("shade");
    REQUIRE(lamp != shade);
    while (conversation.topics.kept.size() > 1 && conversation.topics.last_seq < 100)
      conversation.user("both"), conversation.user("lampshade");
    REQUIRE(conversation.topics.kept.size() == 1);
    CHECK(conversation.topics.current == lamp);
    CHECK(conversation.find(lamp)->title == "lamp");
    CHECK(static_cast<std::int64_t>(conversation.find(lamp)->recent.size()) == conversation.topics.last_seq);
    for (std::size_t i = 1; i < conversation.find(lamp)->recent.size(); ++i) {
      CHECK(conversation.find(lamp)->recent[i - 1].seq < conversation.find(lamp)->recent[i].seq);
    }
  }
  SECTION("topics are not merged if merging is disabled") {
    options.merge_threshold = 2;
    TopicConversation conversation(options);
    conversation.user("lamp"), conversation.user("shade");
    for (int i = 0; i < 30; ++i) conversation.user("both"), conversation.user("lampshade");
    CHECK(conversation.topics.kept.size() == 2);
  }
  SECTION("topics of different subjects are not merged") {
    TopicConversation conversation;
    for (const auto& subject : test::conversations()) {
      for (const std::string& text : subject) conversation.user(text);
    }
    CHECK(conversation.topics.kept.size() >= 6);
  }
}

TEST_CASE("F105, F109: merged topics have their messages in order and the tags of both") {
  TopicConversation conversation(first_letter_options());
  for (const char* text : {"a 1", "b 2", "a 3", "b 4"}) conversation.user(text);
  REQUIRE(conversation.tracker.set_tags(conversation.topics, "t1", {"home", "garden", "home"}));
  REQUIRE(conversation.tracker.set_tags(conversation.topics, "t2", {"garden", "bicycle"}));
  REQUIRE(conversation.tracker.merge(conversation.topics, "t1", "t2"));
  REQUIRE(conversation.topics.kept.size() == 1);
  const Topic& merged = conversation.topics.kept[0];
  CHECK(conversation.topics.current == "t1");
  CHECK(merged.tags == std::vector<std::string>{"bicycle", "garden", "home"});
  REQUIRE(merged.recent.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(merged.recent[i].seq == static_cast<std::int64_t>(i + 1));
  CHECK(merged.embedded == 4);
  CHECK(!conversation.tracker.merge(conversation.topics, "t1", "t2"));
  CHECK(!conversation.tracker.merge(conversation.topics, "t1", "t1"));
}

TEST_CASE("F105: the current topic stays active when it is merged into an archived one") {
  TopicOptions options = first_letter_options();
  options.max_topics = 1;
  TopicConversation conversation(options);
  conversation.user("a");
  conversation.user("b");
  REQUIRE(conversation.tracker.merge(conversation.topics, "t1", "t2"));
  CHECK(conversation.topics.current == "t1");
  CHECK(conversation.topics.archived.empty());
  CHECK(conversation.topics.kept.size() == 1);
}
