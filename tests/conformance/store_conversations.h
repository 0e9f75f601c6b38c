// The contract for conversations of a session. A continuation id finds its conversation, even if the conversation has
// ended, and the turn at which the next one began. Each conversation keeps its title.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "conversation.h"
#include "snapshot.h"

namespace parley::conformance {

inline std::optional<ConversationPlace> place_of(SessionStore& store, const std::string& continuation_id) {
  const auto place = store.find_conversation(continuation_id);
  REQUIRE(place);
  return *place;
}

inline const std::optional<ConversationPlace> kErasedPlace = ConversationPlace{};
inline std::optional<ConversationPlace> current(const std::string& session) { return ConversationPlace{session, true}; }
inline std::optional<ConversationPlace> over(const std::string& session, std::int64_t next_turn = 0) {
  return ConversationPlace{session, false, next_turn};
}

inline void check_conversations(SessionStore& store) {
  Conversation conversation("s1"), other("s2");
  REQUIRE(store.commit(conversation.next("hello", "hi").commit()));
  REQUIRE(store.commit(other.next("hello", "hi").commit()));
  CHECK(place_of(store, "c-s1") == current("s1"));
  CHECK(place_of(store, "c-s2") == current("s2"));
  for (const char* id : {"", "s1", "c-s", "c-s3"}) CHECK_FALSE(place_of(store, id).has_value());

  REQUIRE(store.commit(conversation.next("and", "yes").commit()));
  const TimeMs began = conversation.state().began_at;
  const PreparedCommit restarted = conversation.begin_next_conversation("second", "hello again", "hi");
  const Snapshot before = snapshot(store, "s1");
  PreparedCommit late = restarted;
  late.state.version = 2;
  late.expected_version = 1;
  require_refused(store.commit(late.commit()), ErrorCode::kStaleVersion);
  CHECK(snapshot(store, "s1") == before);
  CHECK(place_of(store, "c-s1") == current("s1"));

  REQUIRE(store.commit(restarted.commit()));
  CHECK(place_of(store, "c-s1") == over("s1"));
  CHECK(place_of(store, "second") == current("s1"));
  CHECK(place_of(store, "c-s2") == current("s2"));
  REQUIRE(store.commit(conversation.begin_next_conversation("third", "hello again", "hi").commit()));
  const std::vector<EndedConversation> ended = {{"c-s1", 1, began, ""}, {"second", 3, began, ""}};
  CHECK((*store.record("s1"))->ended == ended);
  CHECK(place_of(store, "c-s1") == over("s1", 3));
  CHECK(place_of(store, "second") == over("s1"));
  CHECK(place_of(store, "third") == current("s1"));
  // Another session's conversations are not the next ones.
  REQUIRE(store.commit(other.begin_next_conversation("other", "hello again", "hi").commit()));
  REQUIRE(store.commit(other.begin_next_conversation("last", "hello again", "hi").commit()));
  CHECK(place_of(store, "c-s2") == over("s2", 2));
  CHECK(place_of(store, "c-s1") == over("s1", 3));
  REQUIRE(store.commit(conversation.begin_next_conversation("late", "hello again", "hi").commit()));
  CHECK(place_of(store, "c-s1") == over("s1", 3));
  CHECK(place_of(store, "second") == over("s1", 4));

  // Erasing a session erases its conversations too. They are recorded as expired if the session is recorded as expired.
  REQUIRE(*store.erase({{"s1", 0, 100}, {"s2", 0, 200}}) == 2);
  for (const char* id : {"c-s1", "second", "third", "c-s2"}) CHECK(place_of(store, id) == kErasedPlace);
  require_refused(store.commit(Conversation("s1").begin_next_conversation("fourth", "hello", "hi").commit()),
                  ErrorCode::kInternal);
  REQUIRE(store.forget_expired(200));
  for (const char* id : {"c-s1", "second", "third"}) CHECK_FALSE(place_of(store, id).has_value());
  CHECK(place_of(store, "c-s2") == kErasedPlace);

  Conversation forgotten("s3");
  REQUIRE(store.commit(forgotten.next("hello", "hi").commit()));
  REQUIRE(*erase(store, {"s3"}) == 1);
  CHECK_FALSE(place_of(store, "c-s3").has_value());
}

inline void check_titles_of_conversations(SessionStore& store) {
  Conversation conversation("s1");
  REQUIRE(store.commit(conversation.next("hello", "hi").commit()));
  const SessionNotes notes{"Refund", "ann", {"gold"}, {{"stars", 5}}, 0};
  REQUIRE(*store.annotate("s1", notes));
  REQUIRE(store.commit(conversation.next("and", "yes").commit()));
  CHECK((*store.summary("s1"))->notes == notes);

  PreparedCommit restarted = conversation.begin_next_conversation("second", "hello again", "one moment");
  restarted.turn.complete = false;
  REQUIRE(store.commit(restarted.commit()));
  SessionNotes untitled = notes;
  untitled.title.clear();
  CHECK((*store.summary("s1"))->notes == untitled);
  CHECK(store.list({})->front().notes == untitled);
  CHECK((*store.record("s1"))->notes == untitled);
  CHECK((*store.record("s1"))->ended.front().title == "Refund");
  SessionQuery gold;
  gold.tag = "gold";
  gold.user = "ann";
  CHECK(listed(store, gold) == Names{"s1"});

  // A title that is set during the turn belongs to the new conversation.
  SessionNotes renamed = notes;
  renamed.title = "Shoes";
  REQUIRE(*store.annotate("s1", renamed));
  REQUIRE(store.commit(conversation.complete(restarted, "done").commit()));
  CHECK((*store.summary("s1"))->notes == renamed);
  REQUIRE(store.commit(conversation.begin_next_conversation("third", "hello again", "hi").commit()));
  CHECK((*store.summary("s1"))->notes == untitled);
  const auto ended = (*store.record("s1"))->ended;
  REQUIRE(ended.size() == 2);
  CHECK(ended[0].title == "Refund");
  CHECK(ended[1].title == "Shoes");
  CHECK(place_of(store, "second") == over("s1"));
}

inline void check_shared_conversation_id(SessionStore& store) {
  Conversation one("one"), two("two");
  REQUIRE(store.commit(one.next("hello", "hi").commit()));
  REQUIRE(store.commit(two.next("hello", "hi").commit()));
  REQUIRE(store.commit(two.begin_next_conversation("c-one", "hello again", "hi").commit()));
  CHECK_FALSE(place_of(store, "c-one").has_value());
  CHECK(place_of(store, "c-two") == over("two"));
  REQUIRE(*erase(store, {"two"}) == 1);
  CHECK(place_of(store, "c-one") == current("one"));
  CHECK_FALSE(place_of(store, "c-two").has_value());
}

}  // namespace parley::conformance
