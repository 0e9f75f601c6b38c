// The conformance suite of SessionStore: everything that parley/store.h promises, as checks that any store can be
// held to. A store of your own passes it, or it is no store:
//
//   #include "store_conformance.h"  // Catch2 v2; the headers of this folder are all that is needed
//
//   TEST_CASE("my store") {
//     parley::conformance::StoreUnderTest mine;
//     mine.fresh = [] { drop_my_tables(); return open_my_store(); };
//     mine.reopen = [] { return open_my_store(); };  // leave it out when the store dies with its process
//     parley::conformance::check_store(mine);
//   }
//
// check_store is made of Catch sections: the test case runs once for each, every time on a store from fresh().
// Stores given out earlier are gone by then.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "conversation.h"
#include "snapshot.h"
#include "store_threads.h"

namespace parley::conformance {

struct StoreUnderTest {
  std::function<std::shared_ptr<SessionStore>()> fresh;   // an empty store
  std::function<std::shared_ptr<SessionStore>()> reopen;  // the store fresh() gave last, after a restart
};

inline void require_turn(SessionStore& store, const Written& written) {
  const Turn& turn = written.turn.turn;
  const auto found = store.find_turn(turn.session, turn.id);
  REQUIRE(found);
  REQUIRE(found->has_value());
  CHECK((*found)->complete == written.turn.complete);
  CHECK(same_turn((*found)->turn, turn));
}

inline void require_no_turn(SessionStore& store, std::string_view session, std::string_view id) {
  const auto found = store.find_turn(session, id);
  REQUIRE(found);
  CHECK_FALSE(found->has_value());
}

inline std::vector<std::int64_t> seqs(const std::vector<Message>& messages) {
  std::vector<std::int64_t> all;
  for (const Message& message : messages) all.push_back(message.seq);
  return all;
}

// ---- one promise each -----------------------------------------------------------------------------------

inline void check_empty(SessionStore& store) {
  CHECK_FALSE(store.load("nobody")->has_value());
  require_no_turn(store, "nobody", "m1");
  CHECK(store.messages("nobody", 10)->empty());
  CHECK(store.list(10)->empty());
  CHECK_FALSE(*store.erase("nobody"));
}

inline void check_round_trip(SessionStore& store) {
  Conversation talk("s1");
  Written written = talk.next("I want my money back", "What's your order ID?");
  fill_with_everything(written);
  REQUIRE(store.commit(written.commit()));
  REQUIRE(store.load("s1")->has_value());
  CHECK(**store.load("s1") == written.state);
  CHECK(*store.messages("s1", 10) == written.messages);
  require_turn(store, written);
}

inline void check_snapshots_are_copies(SessionStore& store) {
  Conversation talk("s1");
  const Written written = talk.next("hello", "hi");
  REQUIRE(store.commit(written.commit()));
  auto mine = store.load("s1");
  (*mine)->bot = "changed";
  auto messages = store.messages("s1", 10);
  messages->front().text = "changed";
  CHECK(**store.load("s1") == written.state);
  CHECK(*store.messages("s1", 10) == written.messages);
}

inline void check_versions(SessionStore& store) {
  Conversation talk("s1");
  const Written first = talk.next("one", "1");
  REQUIRE(store.commit(first.commit()));
  const Written second = talk.next("two", "2");
  REQUIRE(store.commit(second.commit()));
  const Snapshot before = snapshot(store, "s1");

  struct Case {
    const char* what;
    std::string session;
    std::int64_t expected_version;
  };
  for (const Case& c : {Case{"begun again", "s1", 0}, Case{"one behind", "s1", 1}, Case{"one ahead", "s1", 3},
                        Case{"a session that is not there", "s2", 1}}) {
    INFO(c.what);
    Written late = talk.peek("late", "no");
    late.state.session = late.turn.turn.session = c.session;
    late.state.version = c.expected_version + 1;
    late.expected_version = c.expected_version;
    const auto refused = store.commit(late.commit());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kStaleVersion);
    CHECK(snapshot(store, "s1") == before);
    require_no_turn(store, c.session, late.turn.turn.id);
  }
  require_turn(store, first);
  require_turn(store, second);
  REQUIRE(store.commit(talk.next("three", "3").commit()));  // a refusal is in nobody's way
}

inline void check_turns_are_found_once(SessionStore& store) {
  Conversation a("a"), b("b");
  const Written in_a = a.next("hello", "from a", "same-id");
  const Written in_b = b.next("hello", "from b", "same-id");
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
  Conversation talk("s1");
  Written begun = talk.next("refund it", "", "m1");
  begun.turn.complete = false;
  begun.turn.turn.status = Status::kToolCall;
  REQUIRE(store.commit(begun.commit()));
  require_turn(store, begun);

  const Written ended = talk.complete(begun, "Done.");
  REQUIRE(store.commit(ended.commit()));
  require_turn(store, ended);
  CHECK(seqs(*store.messages("s1", 10)) == std::vector<std::int64_t>{1, 2, 3});
}

inline void check_message_paging(SessionStore& store) {
  Conversation talk("s1");
  for (int i = 0; i < 5; ++i) REQUIRE(store.commit(talk.next("u" + std::to_string(i), "a").commit()));
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
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
  Conversation talk("s1");
  std::vector<Message> all;
  for (TimeMs at : {5000, 1000, 1000, 3000, 0}) {  // clocks go back and stand still
    Written written = talk.next("at " + std::to_string(at), "yes");
    for (Message& message : written.messages) message.at = at;
    REQUIRE(store.commit(written.commit()));
    all.insert(all.end(), written.messages.begin(), written.messages.end());
  }
  CHECK(*store.messages("s1", 100) == all);
}

inline void check_messages_are_dense(SessionStore& store) {
  Conversation talk("s1");
  REQUIRE(store.commit(talk.next("one", "1").commit()));
  const Snapshot before = snapshot(store, "s1");

  Written gap = talk.peek("two", "2");
  gap.state.messages += 1;
  for (Message& message : gap.messages) message.seq += 1;
  CHECK_FALSE(store.commit(gap.commit()));

  Written again = talk.peek("two", "2");
  again.state.messages -= 1;
  for (Message& message : again.messages) message.seq -= 1;
  CHECK_FALSE(store.commit(again.commit()));
  CHECK(snapshot(store, "s1") == before);
}

inline void check_list(SessionStore& store) {
  // Updated at 10, 30, 20, 30: newest first, and whatever the order of equals, each session once.
  const std::vector<std::pair<std::string, TimeMs>> sessions = {{"a", 10}, {"b", 30}, {"c", 20}, {"d", 30}};
  for (const auto& [session, at] : sessions) {
    Conversation talk(session, at);
    REQUIRE(store.commit(talk.next("hello", "hi").commit()));
  }
  const auto listed = *store.list(10);
  REQUIRE(listed.size() == 4);
  CHECK(std::set<std::string>{listed[0].session, listed[1].session} == std::set<std::string>{"b", "d"});
  CHECK(listed[2].session == "c");
  CHECK(listed[3].session == "a");

  std::vector<std::string> paged;
  for (std::size_t offset = 0; offset < 6; ++offset) {
    const auto page = *store.list(1, offset);
    CHECK(page.size() == (offset < 4 ? 1u : 0u));
    for (const SessionSummary& each : page) paged.push_back(each.session);
  }
  for (std::size_t i = 0; i < 4; ++i) CHECK(paged.at(i) == listed[i].session);
  CHECK(store.list(0)->empty());
  CHECK(store.list(std::numeric_limits<std::size_t>::max(), 3)->size() == 1);

  // What was waited for is said as long as it is waited for.
  Conversation talk("e", 40);
  Written asks = talk.next("refund", "Which order?");
  asks.state.last_intent = "refund";
  asks.state.waiting = Waiting();
  asks.state.waiting->param = "order_id";
  REQUIRE(store.commit(asks.commit()));
  const SessionSummary waiting = store.list(1)->front();
  CHECK(waiting.session == "e");
  CHECK(waiting.bot == asks.state.bot);
  CHECK(waiting.created_at == asks.state.created_at);
  CHECK(waiting.updated_at == asks.state.updated_at);
  CHECK(waiting.turns == 1);
  CHECK(waiting.messages == 2);
  CHECK(waiting.last_intent == "refund");
  CHECK(waiting.waiting_for_param == "order_id");

  REQUIRE(store.commit(talk.next("never mind", "All right.").commit()));
  CHECK(store.list(1)->front().turns == 2);
  CHECK(store.list(1)->front().messages == 4);
  CHECK_FALSE(store.list(1)->front().waiting_for_param.has_value());
}

inline void check_erase(SessionStore& store) {
  Conversation gone("gone"), stays("stays");
  const Written said = gone.next("my secret", "is safe", "m1");
  const Written kept = stays.next("hello", "hi", "m1");
  REQUIRE(store.commit(said.commit()));
  REQUIRE(store.commit(kept.commit()));

  CHECK(*store.erase("gone"));
  CHECK_FALSE(store.load("gone")->has_value());
  require_no_turn(store, "gone", "m1");
  CHECK(store.messages("gone", 10)->empty());
  CHECK(store.list(10)->size() == 1);
  CHECK_FALSE(*store.erase("gone"));

  CHECK(**store.load("stays") == kept.state);
  CHECK(*store.messages("stays", 10) == kept.messages);
  require_turn(store, kept);

  // A writer that had loaded the session before comes too late; a new session of that name has no past.
  const auto late = store.commit(gone.next("late", "no").commit());
  REQUIRE_FALSE(late);
  CHECK(late.error().code == ErrorCode::kStaleVersion);
  Conversation anew("gone");
  const Written first = anew.next("hello", "hi", "m1");
  REQUIRE(store.commit(first.commit()));
  CHECK(*store.messages("gone", 10) == first.messages);
  require_turn(store, first);
}

inline void check_texts(SessionStore& store) {
  const std::vector<std::string> texts = {
      "",
      "Gr\xC3\xBC\xC3\x9F Gott, \xE3\x81\x93\xE3\x82\x93\xE3\x81\xAB\xE3\x81\xA1\xE3\x81\xAF "
      "\xF0\x9F\x91\x8B\xF0\x9F\x8F\xBD",
      "e\xCC\x81 is not \xC3\xA9",  // no normalisation
      "'; DROP TABLE session; --",
      "\"quoted\" \\ and \t tabbed \r\n lines",
      std::string("before\0after", 12),
      "\xE2\x80\xAE"
      "backwards",
      std::string(1 << 20, 'x'),
  };
  Conversation talk("Text.1:a@b+c-d_e");
  for (const std::string& text : texts) {
    Written written = talk.next(text, text);
    written.state.params["said"] = {text, 1};
    written.turn.turn.say = {text};
    REQUIRE(store.commit(written.commit()));
    CHECK(**store.load(written.state.session) == written.state);
    CHECK(*store.messages(written.state.session, 2) == written.messages);
    require_turn(store, written);
  }
}

// What a store takes it gives back: a value too deep for its encoding is refused, not lost.
inline void check_deep_values(SessionStore& store) {
  for (int levels : {10, 40, 60, 70, 500}) {
    Value deep = 1;
    for (int i = 0; i < levels; ++i) deep = i % 2 ? Value(Value::Array{deep}) : Value(Value::Object{{"in", deep}});
    const std::string session = "deep" + std::to_string(levels);
    Conversation talk(session);
    Written written = talk.next("here", "thanks");
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

inline void check_many_sessions(SessionStore& store) {
  constexpr int kSessions = 200;
  std::vector<Conversation> talks;
  for (int i = 0; i < kSessions; ++i) talks.emplace_back("s" + std::to_string(i), i);
  for (int turn = 0; turn < 2; ++turn) {
    for (Conversation& talk : talks) REQUIRE(store.commit(talk.next("turn " + std::to_string(turn), "ok").commit()));
  }
  CHECK(store.list(1000)->size() == kSessions);
  for (Conversation& talk : talks) {
    CHECK(**store.load(talk.state().session) == talk.state());
    CHECK(store.messages(talk.state().session, 10)->size() == 4);
  }
}

inline void check_restart(const StoreUnderTest& under_test) {
  auto store = under_test.fresh();
  Conversation talk("s1"), erased("s2");
  Written written = talk.next("I want my money back", "What's your order ID?");
  fill_with_everything(written);
  REQUIRE(store->commit(written.commit()));
  REQUIRE(store->commit(erased.next("forget me", "yes", "m1").commit()));
  REQUIRE(*store->erase("s2"));
  store.reset();

  store = under_test.reopen();
  CHECK(**store->load("s1") == written.state);
  CHECK(*store->messages("s1", 10) == written.messages);
  require_turn(*store, written);
  CHECK(store->list(10)->size() == 1);
  CHECK_FALSE(store->load("s2")->has_value());
  require_no_turn(*store, "s2", "m1");
  Conversation resumed = Conversation::resume(**store->load("s1"));
  REQUIRE(store->commit(resumed.next("and then", "we went on").commit()));
}

// ---- all of it ------------------------------------------------------------------------------------------

inline void check_store(const StoreUnderTest& under_test) {
  struct Promise {
    const char* name;
    void (*check)(SessionStore&);
  };
  for (const Promise& promise :
       {Promise{"knows nothing at first", check_empty}, Promise{"gives back what it was given", check_round_trip},
        Promise{"gives out copies", check_snapshots_are_copies},
        Promise{"refuses a stale writer and changes nothing", check_versions},
        Promise{"answers a message id once", check_turns_are_found_once},
        Promise{"lets a complete turn replace an incomplete one", check_incomplete_turns},
        Promise{"pages messages, oldest first", check_message_paging},
        Promise{"orders messages by seq, not by time", check_order_is_by_seq},
        Promise{"keeps messages dense", check_messages_are_dense}, Promise{"lists sessions, newest first", check_list},
        Promise{"erases all of a session and no other", check_erase}, Promise{"keeps any text", check_texts},
        Promise{"takes no value it cannot give back", check_deep_values},
        Promise{"keeps many sessions apart", check_many_sessions},
        Promise{"serves threads on different sessions", check_threads_apart},
        Promise{"has one winner when threads race", check_threads_racing}}) {
    SECTION(promise.name) {
      const auto store = under_test.fresh();
      REQUIRE(store);
      promise.check(*store);
    }
  }
  if (under_test.reopen) {
    SECTION("keeps everything over a restart") { check_restart(under_test); }
  }
}

}  // namespace parley::conformance
