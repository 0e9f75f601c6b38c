// The contract for lists of sessions that a person has, and of live or expired sessions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "conversation.h"
#include "store_sessions.h"

namespace parley::conformance {

inline void check_handed_off(SessionStore& store) {
  using Order = SessionQuery::Order;
  std::vector<Conversation> all;
  const auto say = [&](std::size_t which, TimeMs at, std::optional<HandedOff> handed_off,
                       std::optional<SessionNotes> notes = {}) {
    all[which].at(at);
    PreparedCommit written = all[which].peek("hello", "hi");
    written.state.handed_off = std::move(handed_off);
    written.notes = std::move(notes);
    REQUIRE(store.commit(written.commit()));
    all[which] = Conversation::resume(written.state);
  };
  const auto list = [&](auto change) {
    SessionQuery query;
    query.handed_off = true;
    change(query);
    return listed(store, query);
  };
  const auto any = [](SessionQuery&) {};
  const TimeMs hour = 3600000;
  for (const char* name : {"a", "b", "c", "d", "e"}) all.emplace_back(name, hour);
  const HandedOff requested{"requested", 5, 1, false, {}}, of_bot{"needs a manager: 1 2", 0, 2, true, {}};
  say(0, hour, requested, tagged("ann", {"gold"}));
  say(1, hour, std::nullopt, tagged("ann", {"gold"}));
  say(2, 2 * hour, of_bot, tagged("bob", {"gold"}));
  say(3, 2 * hour + 1, std::nullopt);
  say(4, hour, requested, tagged("ann", {"web"}, 99));
  CHECK(list(any) == Names{"c", "a"});
  CHECK((*store.summary("a"))->handed_off == HandoffInfo{"requested", 5});
  CHECK((*store.summary("c"))->handed_off == HandoffInfo{"needs a manager: 1 2", 0});
  CHECK_FALSE((*store.summary("b"))->handed_off);
  CHECK(store.list({})->back().handed_off.has_value() == (store.list({})->back().session == "a"));

  say(3, 5 * hour, requested);      // in a later turn, and another hour
  say(0, 6 * hour, requested);      // it stays handed off
  say(2, 6 * hour + 1, requested);  // it is handed off again
  CHECK(list(any) == Names{"c", "a", "d"});
  CHECK((*store.summary("c"))->handed_off == HandoffInfo{"requested", 5});
  CHECK(list([](SessionQuery& q) { q.order = Order::kOldestFirst; }) == Names{"d", "a", "c"});
  CHECK(list([](SessionQuery& q) { q.order = Order::kByName; }) == Names{"a", "c", "d"});
  CHECK(list([](SessionQuery& q) { q.limit = 1; }) == Names{"c"});
  CHECK(list([&](SessionQuery& q) { q.after = {6 * hour + 1, "c"}; }) == Names{"a", "d"});
  CHECK(list([](SessionQuery& q) { q.user = "ann"; }) == Names{"a"});
  CHECK(list([](SessionQuery& q) { q.tag = "gold"; }) == Names{"c", "a"});
  CHECK(list([](SessionQuery& q) { q.user = "bob", q.tag = "gold"; }) == Names{"c"});
  CHECK(list([](SessionQuery& q) { q.user = "bob", q.tag = "web"; }).empty());
  CHECK(list([](SessionQuery& q) { q.archived = SessionQuery::Archived::kOnly; }) == Names{"e"});
  CHECK(list([](SessionQuery& q) { q.archived = SessionQuery::Archived::kToo; }) == Names{"c", "a", "d", "e"});

  REQUIRE(*store.annotate("a", tagged("ann", {"vip"}, 7)));  // archived
  CHECK(list(any) == Names{"c", "d"});
  REQUIRE(*store.annotate("a", tagged("", {"vip"})));
  CHECK(list([](SessionQuery& q) { q.tag = "vip"; }) == Names{"a"});
  say(2, 7 * hour, std::nullopt);  // given back
  say(0, 7 * hour, std::nullopt, tagged("ann", {"gold"}));
  CHECK(list(any) == Names{"d"});
  CHECK_FALSE((*store.summary("c"))->handed_off);

  const SessionRecord record = **store.record("d");
  REQUIRE(erase(store, {"d"}));
  CHECK(list(any).empty());
  REQUIRE(store.put(record));
  CHECK(list(any) == Names{"d"});
}

inline void check_standing(SessionStore& store) {
  using Standing = SessionQuery::Standing;
  const TimeMs hour = 3600000;
  const auto say = [&](const std::string& session, TimeMs at, TimeMs expires_at, bool is_handed_off,
                       const SessionNotes& notes) {
    Conversation conversation(session, at);
    PreparedCommit written = conversation.peek("hello", "hi");
    written.state.expires_at = expires_at;
    if (is_handed_off) written.state.handed_off = HandedOff{"requested", at, 1, false, {}};
    written.notes = notes;
    REQUIRE(store.commit(written.commit()));
  };
  say("never", 5 * hour, 0, false, tagged("ann", {}));
  say("soon", 4 * hour, 10 * hour, true, tagged("ann", {"gold"}));
  say("later", 3 * hour, 10 * hour + 1, true, tagged("bob", {"gold"}));
  say("long-ago", 2 * hour, 3 * hour, false, tagged("ann", {"gold"}));
  say("archived", hour, 2 * hour, true, tagged("ann", {}, 99));

  const auto list = [&](Standing standing, auto change) {
    SessionQuery query;
    query.standing = standing;
    query.now = 10 * hour;
    change(query);
    return listed(store, query);
  };
  const auto any = [](SessionQuery&) {};
  CHECK(list(Standing::kAny, any) == Names{"never", "soon", "later", "long-ago"});
  CHECK(list(Standing::kLive, any) == Names{"never", "later"});
  CHECK(list(Standing::kExpired, any) == Names{"soon", "long-ago"});
  CHECK(list(Standing::kExpired, [&](auto& q) { q.now = 10 * hour - 1; }) == Names{"long-ago"});

  struct Case {
    const char* what;
    void (*change)(SessionQuery& query);
    Names live, expired;
  };
  for (const Case& c : {
           Case{"oldest first",
                [](auto& q) { q.order = SessionQuery::Order::kOldestFirst; },
                {"later", "never"},
                {"long-ago", "soon"}},
           Case{"by name",
                [](auto& q) { q.order = SessionQuery::Order::kByName; },
                {"later", "never"},
                {"long-ago", "soon"}},
           Case{"one a page", [](auto& q) { q.limit = 1; }, {"never"}, {"soon"}},
           Case{"after another",
                [](auto& q) {
                  q.after = {4 * 3600000, "soon"};
                },
                {"later"},
                {"long-ago"}},
           Case{"handed off", [](auto& q) { q.handed_off = true; }, {"later"}, {"soon"}},
           Case{"of a user", [](auto& q) { q.user = "ann"; }, {"never"}, {"soon", "long-ago"}},
           Case{"with a tag", [](auto& q) { q.tag = "gold"; }, {"later"}, {"soon", "long-ago"}},
           Case{"archived only", [](auto& q) { q.archived = SessionQuery::Archived::kOnly; }, {}, {"archived"}},
           Case{"archived too",
                [](auto& q) { q.archived = SessionQuery::Archived::kToo; },
                {"never", "later"},
                {"soon", "long-ago", "archived"}},
       }) {
    INFO(c.what);
    CHECK(list(Standing::kLive, c.change) == c.live);
    CHECK(list(Standing::kExpired, c.change) == c.expired);
  }
}

}  // namespace parley::conformance
