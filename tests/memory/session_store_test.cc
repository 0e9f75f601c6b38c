// Tests the defaults of SessionStore by the same checks as the stores that override them.
#include <catch2/catch.hpp>

#include "memory/forwarding_store.h"
#include "parley/stores.h"
#include "tests/conformance/store_conformance.h"

using namespace parley;

namespace {

class DefaultsStore final : public memory::ForwardingStore {
 public:
  DefaultsStore() : ForwardingStore(create_memory_store()) {}
  Result<std::vector<StoredTurn>> turns(std::string_view session, std::int64_t after, std::size_t limit) override {
    return SessionStore::turns(session, after, limit);
  }
  Result<std::vector<Message>> turn_messages(std::string_view session, std::int64_t first, std::int64_t last) override {
    return SessionStore::turn_messages(session, first, last);
  }
  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    ++pages;
    return inner()->messages(session, limit, before);
  }
  int pages = 0;
};

}  // namespace

TEST_CASE("the defaults of a store pass the checks of the conformance suite") {
  DefaultsStore turns, messages;
  conformance::check_turns_after(turns);
  conformance::check_turn_messages(messages);
}

TEST_CASE("the default reads messages page by page, back to the first turn that is wanted") {
  DefaultsStore store;
  conformance::Conversation conversation("s1");
  for (int i = 1; i <= 1000; ++i) REQUIRE(store.commit(conversation.next("u", "a").commit()));
  CHECK(store.turn_messages("s1", 1000, 1000)->size() == 2);
  CHECK(store.pages == 1);
  CHECK(store.turn_messages("s1", 850, 860)->size() == 22);
  CHECK(store.pages == 3);
  CHECK(store.turn_messages("s1", 1, 1000)->size() == 2000);
}
