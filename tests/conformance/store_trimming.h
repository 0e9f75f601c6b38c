// The contract for trimmed turns: their messages, responses and calls are removed, and nothing else is removed.
#pragma once

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "conversation.h"
#include "snapshot.h"

namespace parley::conformance {

inline void check_trimming(SessionStore& store) {
  Conversation conversation("s1"), other("s2");
  std::vector<PreparedCommit> turns;
  for (int i = 1; i <= 4; ++i) {
    PreparedCommit written = conversation.next("question " + std::to_string(i), "answer " + std::to_string(i));
    written.calls = {{"call-" + std::to_string(i), "tool", i, CallRecord::Status::kDone, "key", 1, 2}};
    REQUIRE(store.commit(written.commit()));
    turns.push_back(written);
  }
  const PreparedCommit elsewhere = other.next("question 1", "answer 1");
  REQUIRE(store.commit(elsewhere.commit()));

  PreparedCommit last = conversation.next("question 5", "answer 5");
  conversation.trim(last, 4);
  REQUIRE(store.commit(last.commit()));
  turns.push_back(last);

  CHECK(last.state.trimmed == 6);
  CHECK(**store.load("s1") == last.state);
  CHECK(*store.messages("s1", kAll) == conversation.kept());
  CHECK(conversation.kept().front().seq == 7);
  CHECK(store.messages("s1", kAll, 7)->empty());
  CHECK((*store.summary("s1"))->messages == 10);
  for (int i = 1; i <= 3; ++i) require_no_turn(store, "s1", "m" + std::to_string(i));
  const auto record = *store.record("s1");
  REQUIRE(record);
  CHECK(record->messages == conversation.kept());
  CHECK(same_turns(record->turns, {turns[3].turn, turns[4].turn}));
  CHECK(record->calls == turns[3].calls);
  CHECK(store.search({"question", kAll, {}})->size() == 3);
  CHECK(*store.messages("s2", kAll) == elsewhere.messages);
  require_turn(store, elsewhere);

  // The numbers of messages continue after the trimmed messages. The ids of trimmed messages can be used again.
  const PreparedCommit next = conversation.next("question 6", "answer 6", "m1");
  REQUIRE(store.commit(next.commit()));
  require_turn(store, next);
  CHECK(store.messages("s1", 1)->front().seq == 12);
  PreparedCommit only = conversation.next("question 7", "answer 7");
  conversation.trim(only, 7);
  REQUIRE(store.commit(only.commit()));
  CHECK(*store.messages("s1", kAll) == only.messages);
  require_no_turn(store, "s1", "m1");
}

inline void check_trimming_is_counted(SessionStore& store) {
  Conversation conversation("s1");
  for (int i = 0; i < 3; ++i) REQUIRE(store.commit(conversation.next("u", "a").commit()));
  const Snapshot before = snapshot(store, "s1");
  struct Case {
    const char* what;
    std::int64_t first_kept_turn, trimmed;
  };
  for (const Case& c : {Case{"fewer than go", 3, 2}, Case{"more than go", 3, 6}, Case{"not the turn itself", 5, 6},
                        Case{"a turn before the first", -1, 0}}) {
    INFO(c.what);
    PreparedCommit written = conversation.peek("u", "a");
    written.first_kept_turn = c.first_kept_turn;
    written.state.trimmed = c.trimmed;
    require_refused(store.commit(written.commit()), ErrorCode::kInternal);
    CHECK(snapshot(store, "s1") == before);
  }
}

}  // namespace parley::conformance
