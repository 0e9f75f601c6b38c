// The contract for whole sessions. A record shows a session as of one moment. A session is written completely or not at
// all, and erased.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "conversation.h"
#include "snapshot.h"

namespace parley::conformance {

// Returns a session that has data of every kind and whose oldest turns are trimmed.
inline SessionRecord some_record(const std::string& session) {
  Conversation conversation(session);
  (void)conversation.next("lost and gone", "for ever");
  const PreparedCommit second = conversation.next("I want my money back", "Which order?");
  PreparedCommit third = conversation.next("O-12345", "Sure?");
  conversation.trim(third, 2);
  fill_with_everything(third);
  const SessionNotes notes{"Refund", "ann", {"gold", "web"}, {{"channel", "web"}}, 7};
  std::vector<Message> messages = conversation.kept();
  messages.back().details = third.messages.back().details;
  const std::vector<Item> items = {{"artifact:00ff", 1, 1767225700000, std::string("\0\xff", 2)},
                                   {"summary", 7, 0, ""}};
  const std::vector<EndedConversation> ended = {{"c1-" + session, 1, 1767225600000, "Lost"},
                                                {"c2-" + session, 2, 1767225600001, ""}};
  return {third.state, notes, std::move(messages), {second.turn, third.turn}, third.calls, items, ended};
}

inline void check_put(SessionStore& store) {
  const SessionRecord record = some_record("s1");
  REQUIRE(store.put(record));
  CHECK(same_record(**store.record("s1"), record));
  CHECK(**store.load("s1") == record.state);
  CHECK(*store.messages("s1", kAll) == record.messages);
  CHECK((*store.summary("s1"))->notes == record.notes);
  CHECK((*store.find_turn("s1", "m2"))->turn.seq == 2);
  CHECK(store.search({"money", 10, {}})->size() == 1);
  CHECK(store.item("s1", "summary")->value().version == 7);
  CHECK(store.find_conversation("c-s1")->value() == ConversationPlace{"s1", true});
  CHECK(store.find_conversation("c1-s1")->value() == ConversationPlace{"s1", false, 2});

  const Snapshot before = snapshot(store, "s1");
  SessionRecord another = some_record("s1");
  another.state.bot = "another";
  require_refused(store.put(another), ErrorCode::kSessionExists);
  CHECK(snapshot(store, "s1") == before);

  // The copied session continues as if this store had always held it.
  Conversation resumed = Conversation::resume(record.state);
  REQUIRE(store.commit(resumed.next("and then", "we went on").commit()));
  CHECK(store.messages("s1", 1)->front().seq == 8);
}

inline void check_put_refuses(SessionStore& store) {
  struct Case {
    const char* what;
    std::function<void(SessionRecord&)> spoil;
  };
  for (const Case& c : {
           Case{"no version", [](auto& r) { r.state.version = 0; }},
           Case{"fewer commits than turns", [](auto& r) { r.state.version = r.state.turns - 1; }},
           Case{"a message missing at the front", [](auto& r) { r.messages.erase(r.messages.begin()); }},
           Case{"a message missing within", [](auto& r) { r.messages.erase(r.messages.begin() + 1); }},
           Case{"a message missing at the end", [](auto& r) { r.messages.pop_back(); }},
           Case{"a message twice", [](auto& r) { r.messages[1].seq = r.messages[0].seq; }},
           Case{"a message of a future turn", [](auto& r) { r.messages.back().turn = 4; }},
           Case{"more messages counted", [](auto& r) { ++r.state.messages; }},
           Case{"fewer trimmed", [](auto& r) { --r.state.trimmed; }},
           Case{"an impossible count", [](auto& r) { r.state.trimmed = -1; }},
           Case{"the largest count", [](auto& r) { r.state.trimmed = INT64_MAX, r.state.messages = INT64_MAX; }},
           Case{"no turns", [](auto& r) { r.turns.clear(); }},
           Case{"a turn missing", [](auto& r) { r.turns.pop_back(); }},
           Case{"turns out of order", [](auto& r) { std::swap(r.turns[0], r.turns[1]); }},
           Case{"a turn of another session", [](auto& r) { r.turns[0].turn.session = "s2"; }},
           Case{"a message id twice", [](auto& r) { r.turns[0].turn.id = r.turns[1].turn.id; }},
           Case{"a call id twice", [](auto& r) { r.calls[0].call_id = r.calls[1].call_id; }},
           Case{"a call of a future turn", [](auto& r) { r.calls[1].turn = 4; }},
           Case{"a conversation twice", [](auto& r) { r.ended[1] = r.ended[0]; }},
           Case{"a conversation that has ended and continues",
                [](auto& r) { r.ended[1].continuation_id = r.state.continuation_id; }},
           Case{"a conversation of a future turn", [](auto& r) { r.ended[1].began_turn = r.state.turns + 1; }},
           Case{"a conversation without an id", [](auto& r) { r.ended[1].continuation_id.clear(); }},
           Case{"an item twice", [](auto& r) { r.items[1].name = r.items[0].name; }},
           Case{"an item without a name", [](auto& r) { r.items[0].name.clear(); }},
           Case{"an item without a version", [](auto& r) { r.items[0].version = 0; }},
       }) {
    INFO(c.what);
    SessionRecord record = some_record("s1");
    c.spoil(record);
    CHECK_FALSE(store.put(record));
    require_unknown(store, "s1");
    CHECK(store.search({"money", 10, {}})->empty());
  }
  REQUIRE(store.put(some_record("s1")));
}

inline void check_erase(SessionStore& store) {
  Conversation gone("gone"), stays("stays");
  PreparedCommit said = gone.next("my secret", "is safe", "m1");
  said.calls = {{"call-1", "tool", 1, CallRecord::Status::kDone, "key", 1, 2}};
  said.notes = SessionNotes{"Secret", "ann", {"gold"}, {}, 0};
  const PreparedCommit kept = stays.next("hello", "hi", "m1");
  REQUIRE(store.commit(said.commit()));
  REQUIRE(store.commit(kept.commit()));

  CHECK(*erase(store, {"gone"}) == 1);
  require_unknown(store, "gone");
  require_no_turn(store, "gone", "m1");
  CHECK(store.search({"secret", 10, {}})->empty());
  CHECK(all_listed(store) == Names{"stays"});
  CHECK(*erase(store, {"gone"}) == 0);

  CHECK(**store.load("stays") == kept.state);
  CHECK(*store.messages("stays", 10) == kept.messages);
  require_turn(store, kept);

  // A writer that loaded the session before the erase gets an error. A new session of that name has no history.
  require_refused(store.commit(gone.next("late", "no").commit()), ErrorCode::kStaleVersion);
  require_unknown(store, "gone");
  Conversation restarted("gone");
  const PreparedCommit first = restarted.next("hello", "hi", "m1");
  REQUIRE(store.commit(first.commit()));
  CHECK(same_record(**store.record("gone"), {first.state, {}, first.messages, {first.turn}, {}}));
}

// A commit for an erased session is refused even if a new session of the same name has as many turns, messages and
// commits.
inline void check_created_again(SessionStore& store) {
  for (const bool in_tool : {false, true}) {
    INFO(in_tool);
    const std::string session = in_tool ? "in a tool" : "between turns";
    const auto begin = [&](TimeMs at) {
      Conversation conversation(session, at);
      REQUIRE(store.commit(conversation.next("hello", "hello", "m1").commit()));
      PreparedCommit begun = conversation.next("refund it", "", "m2");
      begun.turn.complete = !in_tool;
      REQUIRE(store.commit(begun.commit()));
      return std::pair(conversation, begun);
    };
    auto [old, old_begun] = begin(1767225600000);
    const PreparedCommit late = in_tool ? old.complete(old_begun, "Done.") : old.peek("late", "no", "m3");
    REQUIRE(*store.erase({{session, 0, 0}}) == 1);
    auto [conversation, begun] = begin(1767225600001);
    const Snapshot before = snapshot(store, session);
    require_refused(store.commit(late.commit()), ErrorCode::kStaleVersion);
    CHECK(snapshot(store, session) == before);
    REQUIRE(store.commit(
        (in_tool ? conversation.complete(begun, "Done.") : conversation.next("next", "yes", "m3")).commit()));
  }
}

inline void check_erase_many(SessionStore& store) {
  std::vector<Conversation> talks;
  for (int i = 0; i < 50; ++i) {
    talks.emplace_back("s" + std::to_string(i));
    REQUIRE(store.commit(talks.back().next("word" + std::to_string(i), "a").commit()));
  }
  REQUIRE(store.commit(talks[2].next("goes on", "a").commit()));
  std::vector<Erasure> erasures = {{"nobody", 0, 0}, {"s0", 0, 0}, {"s1", 1, 0}, {"s2", 1, 0}, {"s3", 9, 0}};
  CHECK(*store.erase(erasures) == 2);
  for (const char* session : {"s0", "s1"}) require_unknown(store, session);
  for (const char* session : {"s2", "s3"}) CHECK(store.load(session)->has_value());

  erasures = {{"s2", 2, 0}, {"s3", 0, 0}, {"s3", 0, 0}};  // a session named twice counts once
  for (int i = 4; i < 49; ++i) erasures.push_back({"s" + std::to_string(i), 0, 0});
  CHECK(*store.erase(erasures) == 47);
  CHECK(all_listed(store) == Names{"s49"});
  CHECK(store.search({"word7", 10, {}})->empty());
  CHECK(store.search({"word49", 10, {}})->size() == 1);
}

inline void check_expired(SessionStore& store) {
  const auto begin_one = [&](const std::string& session) {
    Conversation conversation(session);
    REQUIRE(store.commit(conversation.next("hello", "hi").commit()));
  };
  const auto expired = [&](const std::string& session) {
    const auto at = store.expired(session);
    REQUIRE(at);
    return at->value_or(0);
  };
  for (const char* session : {"a", "b", "c", "d", "e"}) begin_one(session);
  CHECK(expired("a") == 0);
  CHECK(*store.erase({{"a", 0, 100}, {"b", 0, 200}, {"c", 0, 300}, {"d", 7, 400}, {"nobody", 0, 500}}) == 3);
  CHECK(expired("a") == 100);
  CHECK(expired("b") == 200);
  CHECK(expired("c") == 300);
  CHECK(expired("d") == 0);  // the session has changed, so it was not erased
  CHECK(store.load("d")->has_value());
  CHECK(expired("nobody") == 0);
  require_unknown(store, "a");

  begin_one("a");  // the session exists again
  CHECK(expired("a") == 0);
  CHECK(*erase(store, {"a"}) == 1);
  CHECK(expired("a") == 0);
  SessionRecord record = some_record("b");
  REQUIRE(store.put(record));
  CHECK(expired("b") == 0);
  CHECK(*store.erase({{"b", 0, 250}, {"e", 0, 150}}) == 2);

  REQUIRE(store.forget_expired(250));
  CHECK(expired("e") == 0);
  CHECK(expired("b") == 250);  // forget_expired() forgets only records that are older than 250
  CHECK(expired("c") == 300);
  CHECK(*erase(store, {"c"}) == 0);  // erases the record of expiry by name
  CHECK(expired("c") == 0);
  CHECK(expired("b") == 250);
}

}  // namespace parley::conformance
