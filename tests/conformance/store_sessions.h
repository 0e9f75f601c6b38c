// The contract for lists of sessions, their summaries, and the notes of callers.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "conversation.h"
#include "snapshot.h"

namespace parley::conformance {

// Stores a session with one turn.
inline void begin(SessionStore& store, const std::string& session, TimeMs at, SessionNotes notes = {},
                  const std::string& bot = "acme") {
  Conversation conversation(session, at);
  PreparedCommit written = conversation.next("hello", "hi");
  written.state.bot = bot;
  written.notes = std::move(notes);
  REQUIRE(store.commit(written.commit()));
}

inline SessionNotes tagged(std::string user, Names tags, TimeMs archived_at = 0) {
  return {"", std::move(user), std::move(tags), {}, archived_at};
}

inline void check_list(SessionStore& store) {
  using Order = SessionQuery::Order;
  using Archived = SessionQuery::Archived;
  begin(store, "a", 10, tagged("ann", {"gold"}));
  begin(store, "b", 30, tagged("bob", {"gold", "web"}), "travel");
  begin(store, "c", 20, tagged("ann", {"web"}));
  begin(store, "d", 30);
  begin(store, "e", 25, tagged("ann", {"gold"}, 99), "travel");

  const auto with = [](auto change) {
    SessionQuery query;
    change(query);
    return query;
  };
  struct Case {
    const char* what;
    SessionQuery query;
    Names expected;
  };
  for (const Case& c : {
           Case{"recent first, equals by name", {}, {"b", "d", "c", "a"}},
           Case{"by name", with([](auto& q) { q.order = Order::kByName; }), {"a", "b", "c", "d"}},
           Case{"oldest first", with([](auto& q) { q.order = Order::kOldestFirst; }), {"a", "c", "d", "b"}},
           Case{"oldest of a user", with([](auto& q) { q.order = Order::kOldestFirst, q.user = "ann"; }), {"a", "c"}},
           Case{"at most", with([](auto& q) { q.limit = 2; }), {"b", "d"}},
           Case{"none", with([](auto& q) { q.limit = 0; }), {}},
           Case{"as many as there are", with([](auto& q) { q.limit = kAll; }), {"b", "d", "c", "a"}},
           Case{"archived only", with([](auto& q) { q.archived = Archived::kOnly; }), {"e"}},
           Case{"archived too", with([](auto& q) { q.archived = Archived::kToo; }), {"b", "d", "e", "c", "a"}},
           Case{"of a user", with([](auto& q) { q.user = "ann"; }), {"c", "a"}},
           Case{"of an unknown user", with([](auto& q) { q.user = "an"; }), {}},
           Case{"with a tag", with([](auto& q) { q.tag = "gold"; }), {"b", "a"}},
           Case{"with a part of a tag", with([](auto& q) { q.tag = "gol"; }), {}},
           Case{"with a tag that has a meaning in SQL", with([](auto& q) { q.tag = "%"; }), {}},
           Case{"of a bot", with([](auto& q) { q.bot = "travel"; }), {"b"}},
           Case{"rested", with([](auto& q) { q.updated_before = 30; }), {"c", "a"}},
           Case{"all at once",
                with([](auto& q) {
                  q.user = "ann", q.tag = "gold", q.bot = "travel", q.archived = Archived::kToo, q.updated_before = 26;
                }),
                {"e"}},
           Case{"after an equal one",
                with([](auto& q) {
                  q.after = {30, "b"};
                }),
                {"d", "c", "a"}},
           Case{"after one that is gone",
                with([](auto& q) {
                  q.after = {30, "zz"};
                }),
                {"c", "a"}},
           Case{"after the last",
                with([](auto& q) {
                  q.after = {10, "a"};
                }),
                {}},
           Case{"after, of a user",
                with([](auto& q) {
                  q.after = {20, "c"}, q.user = "ann";
                }),
                {"a"}},
           Case{"by name, after",
                with([](auto& q) {
                  q.order = Order::kByName, q.after = {0, "bb"};
                }),
                {"c", "d"}},
       }) {
    INFO(c.what);
    CHECK(listed(store, c.query) == c.expected);
  }
}

// Sessions are ordered by the bytes of their names, not by the rules of a language.
inline void check_order_of_names(SessionStore& store) {
  Names names = {"-1", "-a", ".", "0", "10", "9", "A", "Z", "_x", "a", "a-b", "a.b", "a:b", "aB", "ab", "b"};
  for (const std::string& name : names) begin(store, name, 10);
  std::sort(names.begin(), names.end());
  for (auto order :
       {SessionQuery::Order::kByName, SessionQuery::Order::kRecentFirst, SessionQuery::Order::kOldestFirst}) {
    SessionQuery query;
    query.order = order;
    query.limit = 1;
    Names paged;
    for (;;) {
      const auto page = store.list(query);
      REQUIRE(page);
      if (page->empty()) break;
      REQUIRE(page->size() == 1);
      paged.push_back(page->front().session);
      query.after = {page->front().updated_at, page->front().session};
      REQUIRE(paged.size() <= names.size());
    }
    if (order == SessionQuery::Order::kOldestFirst) std::reverse(paged.begin(), paged.end());
    CHECK(paged == names);
  }
}

// Each page continues after the previous page, whatever other threads write meanwhile. An unchanged session is listed
// exactly once.
inline void check_paging_while_others_write(SessionStore& store) {
  Names resting;
  std::vector<Conversation> talking;
  for (int i = 10; i < 30; ++i) {
    if (i % 3 == 0) {
      Conversation& conversation = talking.emplace_back("s" + std::to_string(i), i);
      REQUIRE(store.commit(conversation.next("hello", "hi").commit()));
    } else {
      resting.push_back("s" + std::to_string(i));
      begin(store, resting.back(), i);
    }
  }
  TimeMs now = 1000;
  // A list from the oldest on does not end while other threads write, because a written session moves to the end.
  for (auto order : {SessionQuery::Order::kByName, SessionQuery::Order::kRecentFirst}) {
    SessionQuery query;
    query.order = order;
    query.limit = 3;
    std::multiset<std::string> seen;
    for (;;) {
      const auto page = store.list(query);
      REQUIRE(page);
      if (page->empty()) break;
      for (const SessionInfo& each : *page) seen.insert(each.session);
      query.after = {page->back().updated_at, page->back().session};
      Conversation& conversation = talking[seen.size() % talking.size()];
      conversation.at(++now);
      REQUIRE(store.commit(conversation.next("still here", "yes").commit()));
      begin(store, "new-" + std::to_string(now), now);
      REQUIRE(erase(store, {"new-" + std::to_string(now - 1)}));
    }
    for (const std::string& name : resting) CHECK(seen.count(name) == 1);
    if (order == SessionQuery::Order::kByName) {
      for (const Conversation& conversation : talking) CHECK(seen.count(conversation.state().session) == 1);
    }
    REQUIRE(erase(store, {"new-" + std::to_string(now)}));
  }
}

inline void check_summary(SessionStore& store) {
  Conversation conversation("s1", 40);
  PreparedCommit asks = conversation.next("refund", "Which order?");
  asks.state.last_intent = "refund";
  asks.state.expires_at = 90;
  asks.state.kept_until = 95;
  asks.state.usage = {1, 2, 3};
  asks.state.waiting.emplace().awaited = AskedParam{"order_id", {}};
  asks.notes = SessionNotes{"A refund", "ann", {"gold"}, {{"channel", "web"}}, 0};
  REQUIRE(store.commit(asks.commit()));
  const SessionInfo expected{"s1", "acme", 40, 40, 90, 95, 1, 2, "refund", "order_id", {1, 2, 3}, *asks.notes};
  CHECK(**store.summary("s1") == expected);
  CHECK(store.list({})->front() == expected);

  // A list shows the awaited param while the session waits for it.
  conversation.at(50);
  REQUIRE(store.commit(conversation.next("never mind", "All right.").commit()));
  const SessionInfo later{"s1", "acme", 40, 50, 0, 0, 2, 4, std::nullopt, std::nullopt, {}, *asks.notes};
  CHECK(**store.summary("s1") == later);
  CHECK(store.list({})->front() == later);
}

inline void check_notes(SessionStore& store) {
  Conversation conversation("s1", 10);
  const PreparedCommit written = conversation.next("hello", "hi");
  REQUIRE(store.commit(written.commit()));
  begin(store, "s2", 10, tagged("ann", {"gold"}));
  CHECK((*store.summary("s1"))->notes == SessionNotes());

  const SessionNotes notes{"\"Title\" \xC3\xA9",
                           "bob",
                           {"a b", "c'd", "\xC3\xA9"},
                           {{"n", 1}, {"list", Value::Array{nullptr, 1.0, "x"}}},
                           5};
  CHECK(*store.annotate("s1", notes));
  CHECK((*store.summary("s1"))->notes == notes);
  CHECK((*store.record("s1"))->notes == notes);
  CHECK(**store.load("s1") == written.state);  // notes change neither the version nor the time of the session
  SessionQuery query;
  query.archived = SessionQuery::Archived::kToo;
  for (const std::string& tag : notes.tags) {
    query.tag = tag;
    CHECK(listed(store, query) == Names{"s1"});
  }

  // A caller replaces all notes at once, and a turn does not change the notes.
  const SessionNotes others{"", "ann", {"c'd"}, {}, 0};
  CHECK(*store.annotate("s1", others));
  REQUIRE(store.commit(conversation.next("and", "so on").commit()));
  CHECK((*store.summary("s1"))->notes == others);
  query.tag = "a b";
  CHECK(listed(store, query).empty());
  query = {};
  query.user = "ann";
  CHECK(listed(store, query) == Names{"s1", "s2"});
  CHECK(*store.annotate("s1", {}));
  CHECK((*store.summary("s1"))->notes == SessionNotes());
  CHECK((*store.summary("s2"))->notes == tagged("ann", {"gold"}));
  CHECK_FALSE(*store.annotate("nobody", notes));
  require_unknown(store, "nobody");
}

// The notes of a commit are stored together with its turn, or not at all.
inline void check_notes_of_a_commit(SessionStore& store) {
  Conversation conversation("s1", 10);
  REQUIRE(store.commit(conversation.next("hello", "hi").commit()));
  const SessionNotes first{"Refund", "ann", {"gold"}, {{"stars", 5}}, 0};
  PreparedCommit taken = conversation.next("and", "so on");
  taken.notes = first;
  REQUIRE(store.commit(taken.commit()));
  CHECK((*store.summary("s1"))->notes == first);
  CHECK((*store.record("s1"))->notes == first);

  SessionQuery anns, bobs, gold;
  anns.user = "ann";
  bobs.user = "bob";
  gold.tag = "gold";
  CHECK(listed(store, anns) == Names{"s1"});
  SessionNotes second{"Shoes", "bob", {}, {}, 0};
  PreparedCommit refused = conversation.peek("too", "late");
  refused.notes = second;
  refused.expected_version = 1;
  refused.state.version = 2;
  require_refused(store.commit(refused.commit()), ErrorCode::kStaleVersion);
  CHECK((*store.summary("s1"))->notes == first);
  CHECK(listed(store, anns) == Names{"s1"});
  CHECK(listed(store, bobs).empty());

  // A turn can change the user of a session, even if it begins another conversation.
  conversation.at(10 + 3 * 3'600'000);
  PreparedCommit renamed = conversation.next("it is me", "hello Bob");
  renamed.notes = second;
  REQUIRE(store.commit(renamed.commit()));
  CHECK((*store.summary("s1"))->notes == second);
  CHECK(listed(store, anns).empty());
  CHECK(listed(store, bobs) == Names{"s1"});
  CHECK(listed(store, gold).empty());
  second.title.clear();
  second.user = "eve";
  PreparedCommit anew = conversation.begin_next_conversation("second", "hello again", "hi");
  anew.notes = second;
  REQUIRE(store.commit(anew.commit()));
  CHECK((*store.summary("s1"))->notes == second);
  CHECK((*store.record("s1"))->ended.front().title == "Shoes");
  CHECK(listed(store, bobs).empty());

  PreparedCommit broken = conversation.peek("and", "now");
  broken.notes = SessionNotes{"", "ann", {"b", "a"}, {}, 0};
  require_refused(store.commit(broken.commit()), ErrorCode::kInvalidRequest);
  CHECK((*store.summary("s1"))->notes == second);
}

inline void check_counts(SessionStore& store) {
  const auto are = [&](TimeMs now, std::int64_t sessions, std::int64_t expired, std::int64_t archived,
                       std::int64_t turns, std::int64_t messages) {
    const auto counts = store.counts(now);
    REQUIRE(counts);
    CHECK(counts->sessions == sessions);
    CHECK(counts->expired == expired);
    CHECK(counts->archived == archived);
    CHECK(counts->turns == turns);
    CHECK(counts->messages == messages);
    CHECK(*store.unarchived() == sessions - archived);
  };
  are(100, 0, 0, 0, 0, 0);
  Conversation conversation("s1", 10);
  PreparedCommit written = conversation.next("hello", std::string(50000, 'x'));
  written.state.expires_at = 100;
  REQUIRE(store.commit(written.commit()));
  begin(store, "s2", 20, tagged("", {}, 30));
  are(99, 2, 0, 1, 2, 4);
  are(100, 2, 1, 1, 2, 4);
  CHECK(store.counts(100)->bytes > 50000);
  REQUIRE(store.commit(conversation.next("on", "and on").commit()));  // this session never expires
  are(100, 2, 0, 1, 3, 6);
  REQUIRE(*erase(store, {"s1"}) == 1);
  are(100, 1, 0, 1, 1, 2);
}

inline void check_many_sessions(SessionStore& store) {
  constexpr int kSessions = 200;
  std::vector<Conversation> talks;
  for (int i = 0; i < kSessions; ++i) talks.emplace_back("s" + std::to_string(i), i);
  for (int turn = 0; turn < 2; ++turn) {
    for (Conversation& conversation : talks)
      REQUIRE(store.commit(conversation.next("turn " + std::to_string(turn), "ok").commit()));
  }
  CHECK(all_listed(store).size() == kSessions);
  for (Conversation& conversation : talks) {
    CHECK(**store.load(conversation.state().session) == conversation.state());
    CHECK(store.messages(conversation.state().session, 10)->size() == 4);
  }
}

}  // namespace parley::conformance
