#include <string>

#include <catch2/catch.hpp>

#include "parley/stores.h"

using namespace parley;

TEST_CASE("An observed store tells when a write begins and ends, and nothing of reads") {
  std::string seen;
  const auto store = observe_writes(create_memory_store(), [&](bool begins) { seen += begins ? '(' : ')'; });
  const SessionState state;
  const StoredTurn turn;
  CHECK_FALSE(store->commit({state, 7, turn, {}, {}}));  // an error ends the write as well
  CHECK(seen == "()");
  (void)store->drop_expired_items(1);
  (void)store->erase({});
  (void)store->forget_expired(1);
  (void)store->annotate("a", SessionNotes());
  (void)store->put(SessionRecord());
  (void)store->change_items(ItemChange());
  CHECK(seen == "()()()()()()()");
  (void)store->load("a");
  (void)store->list(SessionQuery());
  (void)store->counts(1);
  (void)store->search(SearchQuery());  // it may settle sessions first, but most of its time is reading
  CHECK(seen.size() == 14);
}
