// Tests the names of items, which differ between the conversations of a session.
#include "memory/item_names.h"

#include <catch2/catch.hpp>

using namespace parley;
using namespace parley::memory;

TEST_CASE(
    "the names of items contain the number of the first turn of their conversation, except in the first conversation") {
  SessionState first, seventh;
  first.began_turn = 1;
  seventh.began_turn = 7;
  CHECK(summary_item(SessionState()) == "summary");
  CHECK(summary_item(first) == "summary");
  CHECK(topics_item(first) == "topics");
  CHECK(pack_prefix(first) + "p1" == "topic:p1");
  CHECK(artifact_prefix(first) + "00ff" == "artifact:00ff");
  CHECK(summary_item(seventh) == "summary:7");
  CHECK(topics_item(seventh) == "topics:7");
  CHECK(pack_prefix(seventh) + "p1" == "topic:7:p1");
  CHECK(artifact_prefix(seventh) + "00ff" == "artifact:7:00ff");

  for (const char* name : {"summary", "topics", "topic:p1", "artifact:00ff"}) {
    INFO(name);
    CHECK_FALSE(is_of_ended_conversation(name, first));
    CHECK(is_of_ended_conversation(name, seventh));
  }
  for (const char* name : {"summary:7", "topics:7", "topic:7:p1", "artifact:7:00ff"}) {
    INFO(name);
    CHECK(is_of_ended_conversation(name, first));
    CHECK_FALSE(is_of_ended_conversation(name, seventh));
  }
  CHECK(is_of_ended_conversation("summary:17", seventh));
  CHECK(is_of_ended_conversation("topic:77:p1", seventh));
  for (const char* hosts : {"summaries", "summary:of-mine", "topics:", "mine"}) {
    INFO(hosts);
    CHECK(kind_of_item(hosts) == ItemKind::kOther);
    CHECK_FALSE(is_of_ended_conversation(hosts, seventh));
  }
}
