// Tests erasing sessions and users in an engine with telemetry, whether events are written, queued or not yet sent.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/forwarding_store.h"
#include "memory/temp_folder.h"
#include "support/forwarding_table.h"

using namespace parley;

namespace {

constexpr TimeMs kEnd = 4102444800000;
constexpr char kKey[] = "key";

// A telemetry table whose writes wait while it is shut, so that the events in the queue cannot be erased.
class ShutTable final : public test::ForwardingTable {
 public:
  using ForwardingTable::ForwardingTable;
  ~ShutTable() override { set_shut(false); }

  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [&] { return !is_shut_; });
    return inner()->write(lines);
  }
  void set_shut(bool is_shut) {
    const std::lock_guard lock(mutex_);
    is_shut_ = is_shut;
    opened_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool is_shut_ = false;
};

// A store that calls `then` once, directly after it has stored items of a session.
class MomentStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Result<void> change_items(const ItemChange& change) override {
    auto changed = inner()->change_items(change);
    if (changed && then) std::exchange(then, {})();
    return changed;
  }
  std::function<void()> then;
};

// A harness whose telemetry goes to a table.
struct ErasureHarness {
  explicit ErasureHarness(const std::string& bot = kTestBot, const std::string& key = kKey,
                          std::shared_ptr<SessionStore> store = create_memory_store())
      : table(*open_sqlite_sink(folder.file("events.db"))), harness(std::move(store), bot) {
    options.clock = harness.clock;
    options.telemetry = {table};
    options.telemetry_key = key;
    options.sweep_every = {};
    open();
  }

  void open(ToolFunction send = [](const ToolCall&) { return ToolOutcome::ok(Value()); }) {
    options.tools["news.send"] = std::move(send);
    engine = *Engine::create(harness.catalog, harness.store, options);
  }

  Result<Turn> say(const std::string& session, const std::string& text, const std::string& user = "") {
    Request request = Request::text(session, text);
    request.user = user;
    return engine->handle(request);
  }

  // Returns the number of events with the hash of the session or user.
  std::size_t events_of(const std::string& name) {
    REQUIRE(engine->flush_telemetry(std::chrono::minutes(1)));
    std::size_t count = 0;
    const std::string hash = telemetry_hash(name, kKey);
    REQUIRE(table->for_each(0, kEnd, [&](std::string_view line) { count += line.find(hash) != line.npos ? 1 : 0; }));
    return count;
  }

  test::TempFolder folder;
  std::shared_ptr<TelemetryTable> table;
  EngineHarness harness;
  EngineOptions options;
  std::unique_ptr<Engine> engine;
};

}  // namespace

TEST_CASE("an engine erases a session with its telemetry, including events still in the queue") {
  ErasureHarness office;
  for (int i = 0; i < 20; ++i) REQUIRE(office.say("s1", "news"));
  REQUIRE(office.say("s2", "news"));
  REQUIRE(office.engine->context("s1"));
  const auto receipt = office.engine->forget_session("s1");
  REQUIRE(receipt);
  CHECK(receipt->sessions == std::vector<std::string>{"s1"});
  CHECK(receipt->turns == 20);
  CHECK(receipt->events > 100);
  CHECK(office.events_of("s1") == 0);
  CHECK(office.events_of("s2") > 0);
  CHECK_FALSE(office.harness.store->load("s1")->has_value());
  const auto again = office.engine->forget_session("s1");
  REQUIRE_FALSE(again);
  CHECK(again.error().code == ErrorCode::kUnknownSession);
}

TEST_CASE("erasing a user also erases sessions that began without a user, archived sessions and swept sessions") {
  ErasureHarness office(bot_with_session("{ttl: 1h, retention: 2h}"));
  REQUIRE(office.say("swept", "news"));
  REQUIRE(office.engine->context("swept"));
  REQUIRE(office.say("swept", "news", "ann"));
  office.harness.clock->set(office.harness.clock->now() + 24 * 3'600'000);
  REQUIRE(office.engine->sweep()->erased == 1);
  REQUIRE(office.events_of("swept") > 0);

  REQUIRE(office.say("late", "news"));
  REQUIRE(office.say("late", "news", "ann"));
  REQUIRE(office.say("away", "news", "ann"));
  SessionNotes notes = (**office.harness.store->summary("away")).notes;
  notes.archived_at = 1;
  REQUIRE(*office.engine->annotate("away", notes));
  REQUIRE(office.say("bobs", "news", "bob"));
  REQUIRE(office.say("nobodys", "news"));

  const auto receipt = office.engine->forget_user("ann");
  REQUIRE(receipt);
  CHECK(receipt->sessions == std::vector<std::string>{"away", "late"});
  for (const char* session : {"swept", "late", "away"}) CHECK(office.events_of(session) == 0);
  CHECK(office.events_of(office.engine->user_hash("ann")) == 0);
  for (const char* session : {"bobs", "nobodys"}) CHECK(office.events_of(session) > 0);
  CHECK(office.engine->forget_user("ann")->sessions.empty());
  CHECK(office.engine->forget_user("").error().code == ErrorCode::kInvalidRequest);
}

TEST_CASE("if a tool erases the session of its call, the turn is refused, and telemetry does not report the turn") {
  ErasureHarness office;
  REQUIRE(office.say("s1", "hm"));
  Result<ForgetReceipt> receipt = Unexpected(ErrorCode::kInternal, "not yet");
  office.open([&](const ToolCall&) {
    receipt = office.engine->forget_session("s1");
    return ToolOutcome::ok(Value());
  });
  const auto turn = office.say("s1", "news");
  REQUIRE_FALSE(turn);
  CHECK_THAT(turn.error().message, Catch::Contains("a tool had already run"));
  REQUIRE(receipt);
  CHECK(receipt->events > 0);
  CHECK(office.events_of("s1") == 0);
  CHECK_FALSE(office.harness.store->load("s1")->has_value());

  // A message starts the session again, and telemetry reports its new events.
  office.open();
  CHECK(office.say("s1", "news")->seq == 1);
  CHECK(office.events_of("s1") > 0);
}

TEST_CASE("telemetry does not report a context whose session is erased while it is built") {
  ErasureHarness office;
  bool is_forgotten = false;
  office.options.count_tokens = [&](std::string_view text) {
    if (!is_forgotten) is_forgotten = office.engine->forget_session("s1").has_value();
    return static_cast<std::int64_t>(text.size());
  };
  office.open();
  for (int i = 0; i < 20; ++i) REQUIRE(office.say("s1", "news"));
  REQUIRE(office.engine->context("s1"));  // context() had already read everything that it needs
  REQUIRE(is_forgotten);
  CHECK(office.events_of("s1") == 0);
}

TEST_CASE("telemetry does not report a summary that was stored just before its session was erased") {
  const auto store = std::make_shared<MomentStore>(create_memory_store());
  ErasureHarness office(kTestBot, kKey, store);
  for (int i = 0; i < 20; ++i) REQUIRE(office.say("s1", "news"));
  bool is_forgotten = false;
  store->then = [&] { is_forgotten = office.engine->forget_session("s1").has_value(); };
  (void)office.engine->compact("s1");
  REQUIRE(is_forgotten);
  CHECK(office.events_of("s1") == 0);
}

TEST_CASE("forgetting a session fails while a telemetry table is blocked, and a later call erases the events") {
  ErasureHarness office;
  const auto shut = std::make_shared<ShutTable>(office.table);
  office.options.telemetry = {shut, office.harness.sink};
  office.open();
  REQUIRE(office.say("s1", "news", "ann"));
  REQUIRE(office.engine->flush_telemetry(std::chrono::minutes(1)));
  shut->set_shut(true);
  REQUIRE(office.say("s1", "news", "ann"));
  for (const auto& receipt : {office.engine->forget_session("s1", std::chrono::milliseconds(1)),
                              office.engine->forget_user("ann", std::chrono::milliseconds(1))}) {
    REQUIRE_FALSE(receipt);
    CHECK(receipt.error().code == ErrorCode::kStoreUnavailable);
    CHECK_THAT(receipt.error().message, Catch::Contains("events.db"));
  }
  CHECK(office.harness.store->load("s1")->has_value());
  shut->set_shut(false);
  CHECK(office.engine->forget_session("s1")->turns == 2);
  CHECK(office.events_of("s1") == 0);
}

TEST_CASE("an engine without a telemetry key erases its own events, and reports that it cannot find other events") {
  ErasureHarness office(kTestBot, "");
  REQUIRE(office.say("s1", "news"));
  const auto receipt = office.engine->forget_session("s1");
  REQUIRE(receipt);
  CHECK(receipt->events > 0);
  CHECK_THAT(receipt->outside.back(), Catch::Contains("no telemetry key"));
}

TEST_CASE("an engine without telemetry erases sessions and reports that telemetry elsewhere is not erased") {
  ErasureHarness office;
  office.options.telemetry.clear();
  office.open();
  REQUIRE(office.say("s1", "news"));
  const auto receipt = office.engine->forget_session("s1");
  REQUIRE(receipt);
  CHECK(receipt->outside.front() == "telemetry, wherever it was written");
}
