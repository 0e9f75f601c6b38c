// Tests what a turn reads from the store: the state of its session and no earlier message.
#include <functional>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/forwarding_store.h"

using namespace parley;

namespace {

// A store that counts reads.
class CountingStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;

  Result<std::optional<SessionState>> load(std::string_view session) override {
    ++states;
    return ForwardingStore::load(session);
  }
  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    auto page = ForwardingStore::messages(session, limit, before);
    messages_read += page->size();
    return page;
  }
  Result<std::optional<SessionRecord>> record(std::string_view session) override {
    ++others;
    return ForwardingStore::record(session);
  }
  Result<std::vector<SessionInfo>> list(const SessionQuery& query) override {
    ++others;
    return ForwardingStore::list(query);
  }
  Result<std::vector<SearchHit>> search(const SearchQuery& query) override {
    ++others;
    return ForwardingStore::search(query);
  }
  Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix) override {
    ++others;
    return ForwardingStore::items(session, prefix);
  }

  void forget_counts() { states = messages_read = others = 0; }
  std::size_t states = 0, messages_read = 0, others = 0;
};

}  // namespace

TEST_CASE("F122: a turn reads the state of its session and no messages, however long the history is") {
  const auto store = std::make_shared<CountingStore>(create_memory_store());
  EngineHarness harness(store);
  harness.tool("orders.track", found_in_lyon);
  for (int i = 0; i < 200; ++i) harness.say("news");
  for (const char* text : {"news", "track", "huh", "o12345", "pay", "cancel", "track", "news"}) {
    INFO(text);
    store->forget_counts();
    harness.say(text);
    CHECK(store->states == 1);
    CHECK(store->messages_read == 0);
    CHECK(store->others == 0);
  }
}

TEST_CASE("F122: for a redelivered message, the engine reads the stored turn and no messages") {
  const auto store = std::make_shared<CountingStore>(create_memory_store());
  EngineHarness harness(store);
  for (int i = 0; i < 50; ++i) harness.say("news", "m" + std::to_string(i));
  store->forget_counts();
  CHECK(harness.say("news", "m7").duplicate);
  CHECK(store->messages_read == 0);
  CHECK(store->others == 0);
}

TEST_CASE("F122: to make a context, the engine reads the messages that fit the budget, not the whole history") {
  const auto store = std::make_shared<CountingStore>(create_memory_store());
  EngineHarness harness(store);
  for (int i = 0; i < 600; ++i) harness.say("news");
  store->forget_counts();
  const auto made = harness.engine->context("s1", {Consumer::kLlm, 300});
  REQUIRE(made);
  CHECK(made->context.left_out.messages > 1000);
  CHECK(store->messages_read < 300);
}
