// Tests processes that build summaries, topics, packed messages and artifacts, and that are killed before or after a
// call to the store. No stored data is lost, and the next process finishes the work.
#include <algorithm>
#include <csignal>

#include <catch2/catch.hpp>

#include "memory/forwarding_store.h"
#include "tests/torture/processes.h"
#include "tests/torture/store_under_test.h"
#include "tests/torture/test_scale.h"
#include "tests/torture/test_times.h"

using namespace parley;
using namespace parley::torture;

namespace {

constexpr int kRecalledTurns = 60;

constexpr const char* kRecallBot = R"(
parley: 1
bot: {id: recalled}
tools:
  parcels.find: {kind: host}
intents:
  - id: find
    match: [{regex: '\bparcel'}]
    steps: [{tool: parcels.find, save: {where: result.where}}, {say: "It is in {where}."}]
session: {ttl: 0}
memory:
  strategy: hybrid
  results: 3000
  offload: {start: 0, protect: 0, preview: 100}
  summary: {after_tokens: 600, keep: 0.2}
  topics: {}
)";

constexpr const char* kSubjects[] = {"the brass desk lamp and its shade", "parcels sent abroad by mail",
                                     "a parcel that is late", "the invoice of the last winter",
                                     "shoes that are too small for the child"};

// A store that kills its process before or after call number `at`.
class KilledAtCallStore final : public memory::ForwardingStore {
 public:
  KilledAtCallStore(std::shared_ptr<SessionStore> inner, int at, bool after)
      : ForwardingStore(std::move(inner)), at_(at), after_(after) {}

  Result<std::optional<SessionState>> load(std::string_view session) override {
    return maybe_killed([&] { return inner()->load(session); });
  }
  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    return maybe_killed([&] { return inner()->messages(session, limit, before); });
  }
  Result<std::optional<Item>> item(std::string_view session, std::string_view name) override {
    return maybe_killed([&] { return inner()->item(session, name); });
  }
  Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix) override {
    return maybe_killed([&] { return inner()->items(session, prefix); });
  }
  Result<void> change_items(const ItemChange& change) override {
    return maybe_killed([&] { return inner()->change_items(change); });
  }
  Result<std::size_t> drop_expired_items(TimeMs now) override {
    return maybe_killed([&] { return inner()->drop_expired_items(now); });
  }

 private:
  template <typename Call>
  auto maybe_killed(const Call& call) -> decltype(call()) {
    const bool now = ++calls_ == at_;
    if (now && !after_) ::raise(SIGKILL);
    auto answer = call();
    if (now) ::raise(SIGKILL);
    return answer;
  }
  int calls_ = 0;
  const int at_;
  const bool after_;
};

std::unique_ptr<Engine> engine_over(const std::shared_ptr<SessionStore>& store, TimeMs now) {
  EngineOptions options;
  options.clock = std::make_shared<ManualClock>(now);
  options.sweep_every = {};
  options.tools["parcels.find"] = [](const ToolCall&) {
    return ToolOutcome::ok(Value(Value::Object{{"where", "Lyon"}, {"log", std::string(2000, 'l')}}));
  };
  return *Engine::create(*Catalog::parse(kRecallBot, "recalled.yaml"), store, options);
}

void send_subjects(SessionStore& store, const std::shared_ptr<SessionStore>& shared) {
  const auto engine = engine_over(shared, kBegin);
  for (int turn = 0; turn < kRecalledTurns; ++turn) {
    const char* subject = kSubjects[turn * static_cast<int>(std::size(kSubjects)) / kRecalledTurns];
    Request request = Request::text("base", subject + (", " + std::to_string(turn)));
    request.now = kBegin + turn * kDay;
    REQUIRE(engine->handle(request));
  }
  REQUIRE(store.record("base"));
}

// Makes all derived data of a session, long after its end, so that topics fade and are archived.
bool make_all(Engine& engine, const std::string& session) {
  const bool context = engine.context(session, {Consumer::kLlm, 1000}).has_value();
  const bool compacted = engine.compact(session).has_value();
  const bool topics = engine.topics(session).has_value();
  return context && compacted && topics && engine.sweep().has_value();
}

// Returns the messages of all topics; an empty text if some cannot be read.
std::vector<Message> messages_of(SessionStore& store, const std::string& session, const Topics& topics) {
  const auto tracker = *TopicTracker::create({});
  std::vector<Message> all;
  for (const auto* list : {&topics.kept, &topics.archived}) {
    for (const Topic& topic : *list) {
      const auto history = tracker.history(topics, topic.id, [&](const std::string& name) -> Result<std::string> {
        const auto item = store.item(session, "topic:" + name);
        if (!item || !*item) return Unexpected(ErrorCode::kStoreCorrupt, "not there");
        return (*item)->bytes;
      });
      if (!history) return {};
      all.insert(all.end(), history->begin(), history->end());
    }
  }
  std::sort(all.begin(), all.end(), [](const Message& a, const Message& b) { return a.seq < b.seq; });
  return all;
}

void check_kept(SessionStore& store, const std::string& session, const SessionRecord& base, Diagnostics& findings) {
  const auto record = *store.record(session);
  if (!findings.expect(record.has_value(), session + ": missing")) return;
  findings.expect(record->messages == base.messages, session + ": a message has changed");
  findings.expect(record->state.version == base.state.version, session + ": the state was written");
  const auto item = store.item(session, "topics");
  if (!findings.expect(item.has_value(), session + ": its topics cannot be read") || !*item) return;
  const auto topics = parse_topics((*item)->bytes);
  if (!findings.expect(topics.has_value(), session + ": its topics are invalid")) return;
  const auto stored_messages = messages_of(store, session, *topics);
  const bool is_prefix = !stored_messages.empty() && stored_messages.size() <= base.messages.size() &&
                         std::equal(stored_messages.begin(), stored_messages.end(), base.messages.begin(),
                                    [](const Message& a, const Message& b) { return a.seq == b.seq; });
  findings.expect(is_prefix, session + ": its topics have lost or duplicated a message");
}

}  // namespace

TEST_CASE("a process that is killed while it builds a context loses no data", "[recall][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  const auto target = make_store_under_test(backend);
  auto store = open(*target);
  send_subjects(*store, store);
  const SessionRecord base = **store->record("base");
  Diagnostics findings;
  Progress progress("killed while recalling, " + target->name(), 0);
  const int stride = 10 / scaled(10, 10);  // each call, or every tenth at the default size
  int kills = 0, calls = 0;
  for (bool continues = true; continues; calls += stride) {
    for (const bool after : {false, true}) {
      const std::string session = "s" + std::to_string(calls) + (after ? "a" : "b");
      const auto ids = create_random_ids();
      REQUIRE(fork_session(*store, "base", session, *ids, kAfterExpiry));
      store.reset();
      Child child([&] {
        const auto maybe_killed = std::make_shared<KilledAtCallStore>(open(*target), calls + 1, after);
        return make_all(*engine_over(maybe_killed, kAfterExpiry), session);
      });
      continues = !child.wait();
      kills += continues ? 1 : 0;
      target->settle();
      store = open(*target);
      check_kept(*store, session, base, findings);
      const auto engine = engine_over(store, kAfterExpiry);
      findings.expect(make_all(*engine, session), session + ": cannot be finished");
      check_kept(*store, session, base, findings);
      const auto topics = engine->topics(session);
      findings.expect(topics && messages_of(*store, session, *topics).size() == base.messages.size(),
                      session + ": not all is in its topics");
      findings.expect(store->item(session, "summary")->has_value(), session + ": there is no summary");
      findings.expect(!store->items(session, "artifact:")->empty(), session + ": there is no artifact");
      findings.expect(!store->items(session, "topic:")->empty(), session + ": nothing was packed");
      findings.expect(!topics->archived.empty(), session + ": nothing was archived");
    }
    progress.at(calls);
  }
  progress.figures(count_of(kills, "kills in ") + count_of(calls - stride, "calls of the store"));
  CHECK(calls > 20);
  CHECK(findings.all() == "");
}
