// Tests the topics of a stored session, also over a store that fails at any call.
#include "memory/forwarding_store.h"
#include "tests/context/service/stored_conversations.h"

using namespace parley;
using conformance::Conversation;
using test::continue_conversation;
using test::make_context_service;

namespace {

MemoryOptions with_topics() {
  MemoryOptions options;
  options.topics.emplace();
  return options;
}

std::vector<Message> messages_in_store(SessionStore& store, const Topics& topics) {
  const auto keeper = *TopicTracker::create({});
  std::vector<Message> all;
  for (const auto* list : {&topics.kept, &topics.archived}) {
    for (const Topic& topic : *list) {
      auto history = keeper.history(topics, topic.id, [&](const std::string& name) -> Result<std::string> {
        const auto item = store.item("s1", "topic:" + name);
        if (!item || !*item) return Unexpected(ErrorCode::kStoreCorrupt, "not there");
        return (*item)->bytes;
      });
      REQUIRE(history);
      all.insert(all.end(), history->begin(), history->end());
    }
  }
  std::sort(all.begin(), all.end(), [](const Message& a, const Message& b) { return a.seq < b.seq; });
  return all;
}

// A store that fails one of the calls that read or write items: the call with the number `fails_at`. It records that it
// has failed.
class FailingItemStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  int calls = 0, fails_at = 0;

  Result<std::optional<Item>> item(std::string_view session, std::string_view name) override {
    if (fails()) return gone();
    return ForwardingStore::item(session, name);
  }
  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    if (fails()) return gone();
    return ForwardingStore::messages(session, limit, before);
  }
  Result<void> change_items(const ItemChange& change) override {
    if (fails()) return gone();
    return ForwardingStore::change_items(change);
  }

 private:
  bool fails() { return ++calls == fails_at; }
  static Unexpected gone() { return Unexpected(ErrorCode::kStoreUnavailable, "an injected fault"); }
};

}  // namespace

TEST_CASE("F90, F104, X79: topics are updated when they are requested and hold every message once") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  const auto service = make_context_service(store, with_topics());
  continue_conversation(*store, conversation, 30, "the brass desk lamp and its shade");
  REQUIRE(service->topics("s1"));
  continue_conversation(*store, conversation, 30, "parcels sent abroad by mail");
  const auto topics = service->topics("s1");
  REQUIRE(topics);
  CHECK(topics->kept.size() >= 2);
  CHECK(messages_in_store(*store, *topics) == *store->messages("s1", 1000));
  CHECK_FALSE(store->items("s1", "topic:")->empty());

  const auto version = store->item("s1", "topics")->value().version;
  CHECK(*service->topics("s1") == *topics);
  CHECK(store->item("s1", "topics")->value().version == version);
  REQUIRE(*store->erase({{"s1"}}) == 1);
  CHECK(store->items("s1")->empty());
}

TEST_CASE("F96: faded topics are archived whenever topics are requested, and stay stored") {
  const auto store = create_memory_store();
  Conversation conversation("s1");
  continue_conversation(*store, conversation, 2, "the brass desk lamp and its shade");
  continue_conversation(*store, conversation, 2, "parcels sent abroad by mail");
  const auto clock = std::make_shared<ManualClock>(conversation.state().updated_at);
  context::ContextServiceTools tools;
  tools.clock = clock;
  const auto service = *context::ContextService::make(store, with_topics(), std::move(tools));
  REQUIRE(service->topics("s1")->kept.size() == 2);
  clock->set(clock->now() + 3 * 86'400'000LL);
  CHECK(service->topics("s1")->archived.empty());
  clock->set(clock->now() + 86'400'000LL);
  const auto faded = service->topics("s1");
  REQUIRE(faded->archived.size() == 1);
  CHECK(faded->archived[0].id == "t1");
  CHECK(faded->kept[0].id == faded->current);
  CHECK(*parse_topics((*store->item("s1", "topics"))->bytes) == *faded);
  CHECK(messages_in_store(*store, *faded) == conversation.kept());
}

TEST_CASE("requesting topics from a bot without topics is an error") {
  const auto store = create_memory_store();
  const auto topics = make_context_service(store, {})->topics("s1");
  REQUIRE_FALSE(topics);
  CHECK(topics.error().code == ErrorCode::kInvalidRequest);
}

TEST_CASE("X79: a store that fails at any call loses none of a session's items") {
  MemoryOptions options = with_topics();
  options.strategy = ContextStrategy::kHybrid;
  options.compaction.trigger_tokens = 600;
  options.compaction.keep_tokens = 100;
  for (int fails_at = 1;; ++fails_at) {
    INFO(fails_at);
    const auto inner = create_memory_store();
    const auto store = std::make_shared<FailingItemStore>(inner);
    Conversation conversation("s1");
    const auto service = make_context_service(store, options);
    continue_conversation(*inner, conversation, 25);
    store->fails_at = fails_at;
    const auto all_at_once = [&] {
      const bool context = service->context("s1", {}).has_value();
      const bool compacted = service->compact("s1").has_value();
      const bool topics = service->topics("s1").has_value();
      return context && compacted && topics;
    };
    const bool first = all_at_once();
    store->fails_at = 0;
    REQUIRE(all_at_once());
    CHECK(*inner->messages("s1", 100) == conversation.kept());
    CHECK(messages_in_store(*inner, *service->topics("s1")) == conversation.kept());
    CHECK(inner->item("s1", "summary")->has_value());
    if (first) {
      CHECK(fails_at > 10);
      break;
    }
  }
}
