// The contract for the items of a session.
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "conversation.h"
#include "snapshot.h"
#include "store_records.h"

namespace parley::conformance {

inline Names items_listed(SessionStore& store, std::string_view session, std::string_view prefix = {}) {
  const auto items = store.items(session, prefix);
  REQUIRE(items);
  Names names;
  for (const ItemInfo& each : *items) names.push_back(each.name);
  return names;
}

inline void check_items(SessionStore& store) {
  Conversation conversation("s1"), other("s2");
  const PreparedCommit first = conversation.next("hello", "hi");
  REQUIRE(store.commit(first.commit()));
  REQUIRE(store.commit(other.next("hello", "hi").commit()));
  const TimeMs begun = first.state.created_at;
  CHECK(items_listed(store, "s1").empty());
  CHECK_FALSE(store.item("s1", "summary")->has_value());
  CHECK_FALSE(store.item("nobody", "summary")->has_value());
  CHECK(items_listed(store, "nobody").empty());

  const std::string bytes("any \0 bytes \xff\xfe", 14);
  REQUIRE(store.change_items({"s1", begun, {{"summary", 1, 0, bytes}, {"b:2", 1, 5, ""}, {"b:1", 1, 0, "x"}}, {}}));
  CHECK(*store.item("s1", "summary") == Item{"summary", 1, 0, bytes});
  CHECK(*store.item("s1", "b:2") == Item{"b:2", 1, 5, ""});
  CHECK(items_listed(store, "s1") == Names{"b:1", "b:2", "summary"});
  CHECK(items_listed(store, "s1", "b:") == Names{"b:1", "b:2"});
  CHECK(items_listed(store, "s1", "c").empty());
  CHECK(items_listed(store, "s2").empty());
  CHECK(store.items("s1", "b:2")->front().expires_at == 5);
  CHECK(store.items("s1", "summary")->front().size >= static_cast<std::int64_t>(bytes.size()));  // longer when sealed

  REQUIRE(store.change_items({"s1", begun, {{"summary", 2, 7, "later"}}, {"b:1", "never:there"}}));
  CHECK(*store.item("s1", "summary") == Item{"summary", 2, 7, "later"});
  CHECK(items_listed(store, "s1") == Names{"b:2", "summary"});
  CHECK((*store.record("s1"))->items == std::vector<Item>{{"b:2", 1, 5, ""}, {"summary", 2, 7, "later"}});

  // A turn does not change items; erasing the session erases them.
  REQUIRE(store.commit(conversation.next("and", "on").commit()));
  CHECK(items_listed(store, "s1").size() == 2);
  REQUIRE(*store.erase({{"s1"}}) == 1);
  CHECK(items_listed(store, "s1").empty());
  CHECK_FALSE(store.item("s1", "summary")->has_value());
}

inline void check_item_changes(SessionStore& store) {
  Conversation conversation("s1");
  const PreparedCommit first = conversation.next("hello", "hi");
  REQUIRE(store.commit(first.commit()));
  const TimeMs begun = first.state.created_at;
  REQUIRE(store.change_items({"s1", begun, {{"a", 1, 0, "one"}, {"c", 1, 0, "one"}}, {}}));
  const Snapshot before = snapshot(store, "s1");
  struct Case {
    const char* what;
    ItemChange change;
    ErrorCode code;
  };
  using Error = ErrorCode;
  for (const Case& c : {
           Case{"already there", {"s1", begun, {{"b", 1, 0, ""}, {"a", 1, 0, ""}}, {"c"}}, Error::kStaleVersion},
           Case{"a version that is too new",
                {"s1", begun, {{"b", 1, 0, ""}, {"a", 3, 0, ""}}, {"c"}},
                Error::kStaleVersion},
           Case{"the same version", {"s1", begun, {{"a", 1, 0, ""}}, {"c"}}, Error::kStaleVersion},
           Case{"missing", {"s1", begun, {{"d", 2, 0, ""}}, {"c"}}, Error::kStaleVersion},
           Case{"another session", {"s2", begun, {{"a", 1, 0, ""}}, {}}, Error::kUnknownSession},
           Case{"one that was created again", {"s1", begun + 1, {{"a", 2, 0, ""}}, {"c"}}, Error::kUnknownSession},
           Case{"no name", {"s1", begun, {{"", 1, 0, ""}}, {"c"}}, Error::kInvalidRequest},
           Case{"no good name", {"s1", begun, {{"a b", 1, 0, ""}}, {"c"}}, Error::kInvalidRequest},
           Case{"no version", {"s1", begun, {{"b", 0, 0, ""}}, {"c"}}, Error::kInvalidRequest},
           Case{"twice", {"s1", begun, {{"b", 1, 0, ""}, {"b", 1, 0, ""}}, {"c"}}, Error::kInvalidRequest},
           Case{"put and removed", {"s1", begun, {{"a", 2, 0, ""}}, {"c", "a"}}, Error::kInvalidRequest},
       }) {
    INFO(c.what);
    require_refused(store.change_items(c.change), c.code);
    CHECK(snapshot(store, "s1") == before);
  }
}

inline void check_expired_items(SessionStore& store) {
  Conversation conversation("s1"), other("s2");
  for (Conversation* each : {&conversation, &other}) {
    const PreparedCommit written = each->next("hello", "hi");
    REQUIRE(store.commit(written.commit()));
    REQUIRE(store.change_items({written.state.session,
                                written.state.created_at,
                                {{"at:10", 1, 10, "x"}, {"at:11", 1, 11, "x"}, {"never", 1, 0, "x"}},
                                {}}));
  }
  CHECK(*store.drop_expired_items(9) == 0);
  CHECK(*store.drop_expired_items(10) == 2);
  CHECK(items_listed(store, "s1") == Names{"at:11", "never"});
  CHECK(items_listed(store, "s2") == Names{"at:11", "never"});
  CHECK(*store.drop_expired_items(INT64_MAX) == 2);
  CHECK(items_listed(store, "s1") == Names{"never"});
}

inline void check_items_racing(SessionStore& store) {
  Conversation conversation("s1");
  const PreparedCommit first = conversation.next("hello", "hi");
  REQUIRE(store.commit(first.commit()));
  constexpr int kThreads = 4, kEach = 20;
  std::atomic<int> good{0}, odd{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      for (int done = 0; done < kEach;) {
        const auto now = store.item("s1", "count");
        if (!now) return void(++odd);
        const Item item = *now ? Item{"count", (*now)->version + 1, 0, std::to_string(std::stoi((*now)->bytes) + 1)}
                               : Item{"count", 1, 0, "1"};
        const auto put = store.change_items({"s1", first.state.created_at, {item}, {}});
        if (!put && put.error().code != ErrorCode::kStaleVersion) return void(++odd);
        if (put) ++done, ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(odd == 0);
  CHECK(good == kThreads * kEach);
  CHECK(*store.item("s1", "count") == Item{"count", kThreads * kEach, 0, std::to_string(kThreads * kEach)});
}

}  // namespace parley::conformance
