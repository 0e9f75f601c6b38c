// Sessions with a value in every column, for tests of files.
#pragma once

#include <catch2/catch.hpp>

#include "parley/stores.h"
#include "tests/conformance/conversation.h"

namespace parley::test {

// Removes from the state the data that schema versions before 5 do not store: the retention, the facts of checks, and
// the unclear and refused values of queued intents.
inline void downgrade_to_version_4(SessionState& state) {
  state.kept_until = 0;
  for (Frame& frame : state.frames) frame.facts.clear();
  for (QueuedIntent& queued : state.queue) queued.unclear.clear(), queued.refused.clear();
  state.offered.clear();
  state.done.reset();
  state.in_mind.clear();
  state.private_texts.clear();
  state.asked_for_more = false;
}

// Writes sessions with everything that the schema of version `version` can store.
inline void write_sample_sessions(SessionStore& store, int version) {
  using conformance::Conversation;
  using conformance::PreparedCommit;
  const TimeMs start = 1767225600000;

  PreparedCommit everything =
      Conversation("web:1", start).next("I want my money back", "What's your order ID?", "id-1");
  conformance::fill_with_everything(everything);
  everything.calls = {{"call-1", "refunds.create", 1, CallRecord::Status::kUnknown, "key-1", start, start + 5}};
  if (version < 3) everything.messages.back().details = {};
  if (version < 4) everything.state.late_result.clear();
  if (version < 5) downgrade_to_version_4(everything.state);
  everything.notes = SessionNotes{"refund", "u-1", {"a", "b"}, {{"from", "web"}}, 0};
  REQUIRE(store.commit(everything.commit()));
  if (version >= 3) {
    const std::vector<Item> items = {{"summary", 1, 0, "of it"},
                                     {"artifact:00", 1, start + 9, std::string("\0\xff", 2)}};
    REQUIRE(store.change_items({"web:1", start, items, {}}));
  }

  Conversation begun("web:2", start + 1);
  PreparedCommit half = begun.next("refund it", "One moment.", "id-2");
  half.turn.complete = false;
  REQUIRE(store.commit(half.commit()));

  Conversation conversation("web:3", start + 2);
  for (const char* text : {"red shoes", "blue shoes", "green shoes"}) {
    conversation.at(conversation.state().updated_at + 3600000);
    PreparedCommit written = conversation.next(text, "All right.");
    if (written.state.turns == 3) {
      written.first_kept_turn = 2;
      written.state.trimmed = 2;
    }
    REQUIRE(store.commit(written.commit()));
  }
  REQUIRE(*store.annotate("web:3", SessionNotes{"shoes", "u-1", {"b"}, {}, start + 9}));

  Conversation over("web:4", start);
  REQUIRE(store.commit(over.next("good", "bye").commit()));
  REQUIRE(*store.erase({{"web:4", 0, start + 7}}) == 1);

  REQUIRE(store.search({"shoes", 10, ""})->size() == 2);
  Conversation after("web:5", start + 3);
  REQUIRE(store.commit(after.next("more shoes", "Not indexed yet.").commit()));

  if (version < 4) return;
  Conversation twice("web:6", start + 4);
  REQUIRE(store.commit(twice.next("good morning", "Good morning.").commit()));
  REQUIRE(*store.annotate("web:6", SessionNotes{"morning", "", {}, {}, 0}));
  REQUIRE(store.commit(twice.begin_next_conversation("c-web:6-2", "good evening", "Good evening.").commit()));

  if (version < 8) return;
  PreparedCommit handed_off = Conversation("web:7", start + 5).next("a person, please", "One moment.");
  handed_off.state.handed_off = HandedOff{"requested", start + 5, 1, false, {}};
  REQUIRE(store.commit(handed_off.commit()));
}

inline bool same_record(const SessionRecord& a, const SessionRecord& b) {
  if (!(a.state == b.state && a.notes == b.notes && a.messages == b.messages && a.calls == b.calls &&
        a.items == b.items && a.ended == b.ended)) {
    return false;
  }
  if (a.turns.size() != b.turns.size()) return false;
  for (std::size_t i = 0; i < a.turns.size(); ++i) {
    if (a.turns[i].complete != b.turns[i].complete) return false;
    if (!conformance::same_turn(a.turns[i].turn, b.turns[i].turn)) return false;
  }
  return true;
}

// Requires that both stores return equal data for a session.
inline void require_same(SessionStore& a, SessionStore& b, const std::string& session) {
  INFO(session);
  const auto in_a = *a.record(session), in_b = *b.record(session);
  REQUIRE(in_a.has_value() == in_b.has_value());
  if (in_a) CHECK(same_record(*in_a, *in_b));
  CHECK(*a.summary(session) == *b.summary(session));
  CHECK(*a.expired(session) == *b.expired(session));
}

}  // namespace parley::test
