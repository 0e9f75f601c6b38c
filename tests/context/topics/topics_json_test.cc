// Topics as JSON: small, and what is wrong is not read.
#include <catch2/catch.hpp>

#include "tests/context/topics/talk.h"

using namespace parley;

TEST_CASE("F104: topics are written without defaults and without packed bytes") {
  CHECK(topics_to_json({}) == "{}");
  test::Talk talk(test::lettered());
  for (int i = 0; i < 13; ++i) talk.user("a");
  REQUIRE(*talk.keeper.take_summary(talk.topics, *talk.keeper.wanted(talk.topics, "t1"), "nine times a"));
  const std::string json = topics_to_json(talk.topics);
  CHECK(json.find(R"("packed":[{"name":"p1","messages":9}])") != std::string::npos);
  CHECK(json.find("PMB1") == std::string::npos);
}

TEST_CASE("topics that are no topics are not read, and the message says where") {
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
    const auto topics = topics_from_json(json);
    REQUIRE(!topics);
    CHECK(topics.error().code == ErrorCode::kStoreCorrupt);
    CHECK_THAT(topics.error().message, Catch::StartsWith(problem));
  }
}
