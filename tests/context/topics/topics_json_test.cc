// Tests topics as JSON: it is compact, and invalid JSON is refused.
#include <catch2/catch.hpp>

#include "tests/context/topics/topic_conversation.h"

using namespace parley;

TEST_CASE("F104: topics are written without defaults and without packed bytes") {
  CHECK(topics_to_json({}) == "{}");
  test::TopicConversation conversation(test::first_letter_options());
  for (int i = 0; i < 13; ++i) conversation.user("a");
  REQUIRE(*conversation.tracker.take_summary(conversation.topics,
                                             *conversation.tracker.wanted(conversation.topics, "t1"), "nine times a"));
  const std::string json = topics_to_json(conversation.topics);
  CHECK(json.find(R"("packed":[{"name":"p1","messages":9}])") != std::string::npos);
  CHECK(json.find("PMB1") == std::string::npos);
}

TEST_CASE("invalid topics are not read, and the error names the position") {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "topics: not valid JSON"},
      {"[]", "topics: "},
      {R"({"more":1})", "topics: 1 unknown member"},
      {R"({"kept":[{}]})", "topics: kept[0].id"},
      {R"({"kept":[{"id":"t1","importance":"high"}]})", "topics: kept[0].importance: expected a number"},
      {R"({"kept":[{"id":"t1","importance":1,"centroid":"AAA"}]})", "topics: kept[0].centroid"},
      {R"({"kept":[{"id":"t1","importance":1,"recent":[{"role":"summary"}]}]})", "topics: kept[0].recent[0].role"},
      {R"({"current":"t1"})", "topics: current: expected the id of a kept topic"},
      {R"({"archived":[{"id":"t1","importance":1}],"current":"t1"})", "topics: current"}};
  for (const auto& [json, problem] : wrong) {
    CAPTURE(json);
    const auto topics = parse_topics(json);
    REQUIRE(!topics);
    CHECK(topics.error().code == ErrorCode::kStoreCorrupt);
    CHECK_THAT(topics.error().message, Catch::StartsWith(problem));
  }
}
