// The contract for a store that outlives its process: after a restart, it has all of its data.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <catch2/catch.hpp>

#include "conversation.h"
#include "snapshot.h"
#include "store_records.h"

namespace parley::conformance {

struct StoreUnderTest {
  std::function<std::shared_ptr<SessionStore>()> fresh;   // opens an empty store
  std::function<std::shared_ptr<SessionStore>()> reopen;  // opens the last store of fresh() again, as after a restart
};

inline void check_restart(const StoreUnderTest& under_test) {
  auto store = under_test.fresh();
  Conversation conversation("s1"), erased("s2"), expired("s3"), trimmed("s5");
  PreparedCommit written = conversation.next("I want my money back", "What's your order ID?");
  fill_with_everything(written);
  REQUIRE(store->commit(written.commit()));
  REQUIRE(store->commit(erased.next("forget me", "yes", "m1").commit()));
  REQUIRE(store->commit(expired.next("hello", "hi").commit()));
  REQUIRE(*store->erase({{"s2", 0, 0}, {"s3", 0, 300}}) == 2);
  REQUIRE(store->put(some_record("s4")));
  REQUIRE(store->commit(trimmed.next("trimmed", "away").commit()));
  PreparedCommit last = trimmed.next("here", "to stay");
  trimmed.trim(last, 2);
  REQUIRE(store->commit(last.commit()));
  const SessionNotes notes{"Noted", "bob", {"late"}, {{"n", 1}}, 9};
  REQUIRE(*store->annotate("s5", notes));
  const Snapshot before = snapshot(*store, "s4");
  store.reset();

  store = under_test.reopen();
  REQUIRE(store);
  CHECK(all_listed(*store) == Names{"s1", "s4", "s5"});
  CHECK(**store->load("s1") == written.state);
  CHECK(*store->messages("s1", 10) == written.messages);
  CHECK((*store->record("s1"))->notes == written.notes);
  CHECK((*store->record("s1"))->calls == written.calls);
  CHECK((*store->record("s4"))->items == some_record("s4").items);
  require_turn(*store, written);
  require_unknown(*store, "s2");
  require_no_turn(*store, "s2", "m1");
  CHECK(*store->expired("s3") == 300);
  CHECK_FALSE(store->expired("s2")->has_value());
  CHECK(snapshot(*store, "s4") == before);
  CHECK(*store->messages("s5", kAll) == trimmed.kept());
  CHECK((*store->summary("s5"))->notes == notes);
  CHECK(store->search({"money", 10, {}})->size() == 2);
  for (const char* gone : {"forget", "trimmed"}) CHECK(store->search({gone, 10, {}})->empty());
  Conversation resumed = Conversation::resume(**store->load("s1"));
  REQUIRE(store->commit(resumed.next("and then", "we went on").commit()));
}

}  // namespace parley::conformance
