// The contract for turns and messages: the store returns each of them unchanged, once and in order, and accepts one
// writer for each version.
#pragma once

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "conversation.h"
#include "snapshot.h"

namespace parley::conformance {

inline std::vector<std::int64_t> seqs(const std::vector<Message>& messages) {
  std::vector<std::int64_t> all;
  for (const Message& message : messages) all.push_back(message.seq);
  return all;
}

inline void check_empty(SessionStore& store) {
  require_unknown(store, "nobody");
  require_no_turn(store, "nobody", "m1");
  CHECK_FALSE(store.expired("nobody")->has_value());
  CHECK(all_listed(store).empty());
  CHECK(*erase(store, {"nobody"}) == 0);
  CHECK(*erase(store, {}) == 0);
  CHECK(store.search({"word", 10, {}})->empty());
  CHECK(store.forget_expired(1));
  CHECK(store.counts(1)->sessions == 0);
  CHECK(store.counts(1)->messages == 0);
}

inline void check_round_trip(SessionStore& store) {
  Conversation conversation("s1");
  PreparedCommit written = conversation.next("I want my money back", "What's your order ID?");
  fill_with_everything(written);
  REQUIRE(store.commit(written.commit()));
  REQUIRE(store.load("s1")->has_value());
  CHECK(**store.load("s1") == written.state);
  CHECK(*store.messages("s1", 10) == written.messages);
  require_turn(store, written);
  REQUIRE(store.record("s1")->has_value());
  CHECK(same_record(**store.record("s1"),
                    {written.state, *written.notes, written.messages, {written.turn}, written.calls}));
}

inline void check_snapshots_are_copies(SessionStore& store) {
  Conversation conversation("s1");
  const PreparedCommit written = conversation.next("hello", "hi");
  REQUIRE(store.commit(written.commit()));
  auto mine = store.load("s1");
  (*mine)->bot = "changed";
  auto messages = store.messages("s1", 10);
  messages->front().text = "changed";
  CHECK(**store.load("s1") == written.state);
  CHECK(*store.messages("s1", 10) == written.messages);
}

inline void check_versions(SessionStore& store) {
  Conversation conversation("s1");
  const PreparedCommit first = conversation.next("one", "1");
  REQUIRE(store.commit(first.commit()));
  const PreparedCommit second = conversation.next("two", "2");
  REQUIRE(store.commit(second.commit()));
  const Snapshot before = snapshot(store, "s1");

  struct Case {
    const char* what;
    std::string session;
    std::int64_t expected_version;
  };
  for (const Case& c : {Case{"created again", "s1", 0}, Case{"one behind", "s1", 1}, Case{"one ahead", "s1", 3},
                        Case{"a missing session", "s2", 1}}) {
    INFO(c.what);
    PreparedCommit late = conversation.peek("late", "no");
    late.state.session = late.turn.turn.session = c.session;
    late.state.version = c.expected_version + 1;
    late.expected_version = c.expected_version;
    require_refused(store.commit(late.commit()), ErrorCode::kStaleVersion);
    CHECK(snapshot(store, "s1") == before);
    require_no_turn(store, c.session, late.turn.turn.id);
  }
  require_turn(store, first);
  require_turn(store, second);
  REQUIRE(store.commit(conversation.next("three", "3").commit()));  // a refused commit does not block later ones
}

inline void check_turns_are_found_once(SessionStore& store) {
  Conversation a("a"), b("b");
  const PreparedCommit in_a = a.next("hello", "from a", "same-id");
  const PreparedCommit in_b = b.next("hello", "from b", "same-id");
  REQUIRE(store.commit(in_a.commit()));
  require_no_turn(store, "b", "same-id");
  REQUIRE(store.commit(in_b.commit()));
  require_turn(store, in_a);
  require_turn(store, in_b);
  require_no_turn(store, "a", "another-id");

  const Snapshot before = snapshot(store, "a");
  CHECK_FALSE(store.commit(a.peek("hello again", "other words", "same-id").commit()));
  CHECK(snapshot(store, "a") == before);
  require_turn(store, in_a);
}

inline void check_incomplete_turns(SessionStore& store) {
  Conversation conversation("s1");
  PreparedCommit begun = conversation.next("refund it", "", "m1");
  begun.turn.complete = false;
  begun.turn.turn.status = TurnStatus::kToolCall;
  REQUIRE(store.commit(begun.commit()));
  require_turn(store, begun);

  const PreparedCommit ended = conversation.complete(begun, "Done.");
  REQUIRE(store.commit(ended.commit()));
  require_turn(store, ended);
  CHECK(seqs(*store.messages("s1", 10)) == std::vector<std::int64_t>{1, 2, 3});

  const Snapshot before = snapshot(store, "s1");
  Conversation again = conversation;
  CHECK_FALSE(store.commit(again.complete(ended, "Done twice.").commit()));  // the turn is already complete
  CHECK(snapshot(store, "s1") == before);
}

inline void check_turns_after(SessionStore& store) {
  Conversation conversation("s1"), other("s2");
  std::vector<StoredTurn> all;
  for (int i = 1; i <= 5; ++i) {
    PreparedCommit written = conversation.next("u" + std::to_string(i), "a");
    if (i == 2) written.turn.input_hash = 7;
    if (i == 4) conversation.trim(written, 2);
    if (i == 5) written.turn.complete = false;
    REQUIRE(store.commit(written.commit()));
    REQUIRE(store.commit(other.next("elsewhere", "a").commit()));
    all.push_back(written.turn);
  }
  struct Case {
    std::int64_t after;
    std::size_t limit;
    std::size_t first, count;  // of `all`
  };
  for (const Case& c : {Case{0, kAll, 1, 4}, Case{-1, kAll, 1, 4}, Case{1, 2, 1, 2}, Case{2, kAll, 2, 3},
                        Case{3, 1, 3, 1}, Case{4, 10, 4, 1}, Case{5, 10, 0, 0}, Case{kLastTurn, 10, 0, 0},
                        Case{std::int64_t{1} << 24, 10, 0, 0}, Case{0, 0, 0, 0}}) {
    INFO("after " << c.after << ", limit " << c.limit);
    const auto found = store.turns("s1", c.after, c.limit);
    REQUIRE(found);
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(c.first);
    CHECK(same_turns(*found, {first, first + static_cast<std::ptrdiff_t>(c.count)}));
  }
  CHECK(store.turns("s2", 0, kAll)->size() == 5);
  CHECK(store.turns("nobody", 0, kAll)->empty());
}

inline void check_turn_messages(SessionStore& store) {
  Conversation conversation("s1"), other("s2");
  std::vector<Message> all;
  for (int i = 1; i <= 6; ++i) {
    PreparedCommit written = conversation.peek("u" + std::to_string(i), "a");
    written.messages.resize(static_cast<std::size_t>(i % 3));  // turns may have no message
    written.state.messages -= 2 - i % 3;
    conversation = Conversation::resume(written.state);
    REQUIRE(store.commit(written.commit()));
    REQUIRE(store.commit(other.next("elsewhere", "a").commit()));
    all.insert(all.end(), written.messages.begin(), written.messages.end());
  }
  for (std::int64_t first = -1; first <= 7; ++first) {
    for (const std::int64_t last : {std::int64_t{0}, first - 1, first, first + 1, first + 2, kLastTurn}) {
      INFO("turns " << first << " to " << last);
      std::vector<Message> expected;
      for (const Message& message : all) {
        if (message.turn >= first && message.turn <= last) expected.push_back(message);
      }
      const auto found = store.turn_messages("s1", first, last);
      REQUIRE(found);
      CHECK(*found == expected);
    }
  }
  CHECK(store.turn_messages("nobody", 1, 2)->empty());
  PreparedCommit trimmed = other.next("last", "a");
  other.trim(trimmed, 4);
  REQUIRE(store.commit(trimmed.commit()));
  CHECK(*store.turn_messages("s2", 1, kLastTurn) == other.kept());
  CHECK(store.turn_messages("s2", 1, 3)->empty());
}

inline void check_calls(SessionStore& store) {
  using Status = CallRecord::Status;
  Conversation conversation("s1"), other("s2");
  PreparedCommit begun = conversation.next("refund it", "One moment.");
  const CallRecord first{"call-2", "orders.find", 1, Status::kDone, "key-2", 10, 20};
  const CallRecord started{"call-1", "refunds.create", 1, Status::kStarted, "key-1", 10, 0};
  begun.calls = {first, started};
  REQUIRE(store.commit(begun.commit()));
  PreparedCommit elsewhere = other.next("refund it", "One moment.");
  elsewhere.calls = {started};  // a call id is unique only within its session
  REQUIRE(store.commit(elsewhere.commit()));
  CHECK((*store.record("s1"))->calls == std::vector<CallRecord>{started, first});

  // The outcome of a call replaces the record of the started call, even in a later turn.
  const CallRecord done{"call-1", "refunds.create", 1, Status::kUnknown, "key-1", 10, 30};
  const CallRecord next{"call-0", "mail.send", 2, Status::kFailed, "key-3", 30, 40};
  PreparedCommit ended = conversation.next("and?", "I do not know.");
  ended.calls = {next, done};
  REQUIRE(store.commit(ended.commit()));
  CHECK((*store.record("s1"))->calls == std::vector<CallRecord>{done, first, next});
  CHECK((*store.record("s2"))->calls == std::vector<CallRecord>{started});

  CHECK(*store.find_call("s1", "call-1") == done);
  CHECK(*store.find_call("s2", "call-1") == started);
  CHECK_FALSE(store.find_call("s2", "call-2")->has_value());
  CHECK_FALSE(store.find_call("s3", "call-1")->has_value());
}

inline void check_message_paging(SessionStore& store) {
  Conversation conversation("s1");
  for (int i = 0; i < 5; ++i) REQUIRE(store.commit(conversation.next("u" + std::to_string(i), "a").commit()));
  struct Case {
    std::size_t limit;
    std::int64_t before;
    std::vector<std::int64_t> expected;
  };
  for (const Case& c : {Case{3, 0, {8, 9, 10}}, Case{3, 8, {5, 6, 7}}, Case{3, 3, {1, 2}}, Case{3, 2, {1}},
                        Case{3, 1, {}}, Case{0, 0, {}}, Case{kAll, 0, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
                        Case{kAll, 4, {1, 2, 3}}, Case{2, 100, {9, 10}}}) {
    INFO("limit " << c.limit << ", before " << c.before);
    const auto page = store.messages("s1", c.limit, c.before);
    REQUIRE(page);
    CHECK(seqs(*page) == c.expected);
  }
}

inline void check_order_is_by_seq(SessionStore& store) {
  Conversation conversation("s1");
  std::vector<Message> all;
  for (TimeMs at : {5000, 1000, 1000, 3000, 0}) {  // clocks may go back or stand still
    PreparedCommit written = conversation.next("at " + std::to_string(at), "yes");
    for (Message& message : written.messages) message.at = at;
    REQUIRE(store.commit(written.commit()));
    all.insert(all.end(), written.messages.begin(), written.messages.end());
  }
  CHECK(*store.messages("s1", 100) == all);
}

inline void check_messages_are_dense(SessionStore& store) {
  Conversation conversation("s1");
  REQUIRE(store.commit(conversation.next("one", "1").commit()));
  const Snapshot before = snapshot(store, "s1");

  PreparedCommit gap = conversation.peek("two", "2");
  gap.state.messages += 1;
  for (Message& message : gap.messages) message.seq += 1;
  CHECK_FALSE(store.commit(gap.commit()));

  PreparedCommit again = conversation.peek("two", "2");
  again.state.messages -= 1;
  for (Message& message : again.messages) message.seq -= 1;
  CHECK_FALSE(store.commit(again.commit()));
  CHECK(snapshot(store, "s1") == before);
}

inline void check_texts(SessionStore& store) {
  const std::vector<std::string> texts = {
      "",
      "Gr\xC3\xBC\xC3\x9F Gott, \xE3\x81\x93\xE3\x82\x93\xE3\x81\xAB\xE3\x81\xA1\xE3\x81\xAF "
      "\xF0\x9F\x91\x8B\xF0\x9F\x8F\xBD",
      "e\xCC\x81 is not \xC3\xA9",  // the store does not normalise text
      "'; DROP TABLE session; --",
      "\"quoted\" \\ and \t tabbed \r\n lines",
      std::string("before\0after", 12),
      "\xE2\x80\xAE"
      "backwards",
      std::string(1 << 20, 'x'),
  };
  Conversation conversation("Text.1:a@b+c-d_e");
  for (const std::string& text : texts) {
    PreparedCommit written = conversation.next(text, text);
    written.state.params["said"] = {text, 1};
    written.turn.turn.say = {text};
    REQUIRE(store.commit(written.commit()));
    CHECK(**store.load(written.state.session) == written.state);
    CHECK(*store.messages(written.state.session, 2) == written.messages);
    require_turn(store, written);
  }
}

// Every accepted value can be read back. A value that is too deep for the encoding is refused.
inline void check_deep_values(SessionStore& store) {
  for (int levels : {10, 40, 60, 70, 500}) {
    Value deep = 1;
    for (int i = 0; i < levels; ++i) deep = i % 2 ? Value(Value::Array{deep}) : Value(Value::Object{{"in", deep}});
    const std::string session = "deep" + std::to_string(levels);
    Conversation conversation(session);
    PreparedCommit written = conversation.next("here", "thanks");
    written.state.last_result = deep;
    written.turn.turn.params = {{"deep", deep}};
    const bool taken = store.commit(written.commit()).has_value();
    CHECK((taken || levels > 40));
    const auto loaded = store.load(session);
    REQUIRE(loaded);
    CHECK(loaded->has_value() == taken);
    if (taken) require_turn(store, written);
  }
}

}  // namespace parley::conformance
