// Tests erasing sessions and users with their telemetry: the order of steps and the contents of a receipt.
#include <algorithm>
#include <map>

#include <catch2/catch.hpp>

#include "memory/forwarding_store.h"
#include "parley/sessions.h"
#include "tests/conformance/store_records.h"
#include "tests/conformance/store_sessions.h"
#include "tests/memory/stores_under_test.h"

using namespace parley;
using conformance::all_listed;
using conformance::begin;
using conformance::Names;
using conformance::tagged;

namespace {

// The steps of an erasure, in the order in which they ran.
using EraseLog = std::vector<std::string>;

class RecordingEraseStore final : public memory::ForwardingStore {
 public:
  RecordingEraseStore(std::shared_ptr<SessionStore> inner, EraseLog& order)
      : ForwardingStore(std::move(inner)), order_(order) {}

  Result<std::size_t> erase(const std::vector<Erasure>& sessions) override {
    for (const Erasure& each : sessions) order_.push_back("store " + each.session);
    if (fails) return Unexpected(ErrorCode::kStoreUnavailable, "not now");
    return inner()->erase(sessions);
  }
  bool fails = false;

 private:
  EraseLog& order_;
};

// A telemetry table with the number of events of each hash.
class CountedTable final : public TelemetryTable {
 public:
  explicit CountedTable(EraseLog& order) : order_(order) {}

  Result<std::size_t> write(const std::vector<std::string>& lines) override { return lines.size(); }
  Result<std::size_t> forget_session(std::string_view hash) override { return forget("events of session ", hash); }
  Result<std::size_t> forget_user(std::string_view hash) override { return forget("events of user ", hash); }
  Result<std::size_t> prune(TimeMs) override { return 0; }
  Result<void> for_each(TimeMs, TimeMs, const std::function<void(std::string_view)>&) override { return {}; }
  std::string where() const override { return "in a table"; }

  std::map<std::string, std::size_t, std::less<>> events;
  std::map<std::string, std::string, std::less<>> names;  // names by hash
  bool fails = false;

 private:
  Result<std::size_t> forget(const char* what, std::string_view hash) {
    const auto name = names.find(hash);
    order_.push_back(what + (name == names.end() ? "?" : name->second));
    if (fails) return Unexpected(ErrorCode::kStoreUnavailable, "not now");
    const auto found = events.find(hash);
    return found == events.end() ? 0 : std::exchange(found->second, 0);
  }
  EraseLog& order_;
};

class QuietSink final : public TelemetrySink {
 public:
  explicit QuietSink(std::string where) : where_(std::move(where)) {}
  Result<std::size_t> write(const std::vector<std::string>& lines) override { return lines.size(); }
  std::string where() const override { return where_; }

 private:
  std::string where_;
};

// A store with two sessions of ann and one of bob, each with telemetry.
struct Scene {
  Scene() {
    options.telemetry = {table};
    options.telemetry_key = "key";
    options.before = [this](const std::vector<std::string>& sessions) -> Result<void> {
      for (const std::string& each : sessions) order.push_back("before " + each);
      return host_says;
    };
    begin(*store, "a1", 10, tagged("ann", {}));
    begin(*store, "a2", 20, tagged("ann", {}, 99));  // archived
    begin(*store, "b1", 30, tagged("bob", {}));
    for (const char* name : {"a1", "a2", "b1", "ann", "gone"}) {
      const std::string hash = telemetry_hash(name, "key");
      table->names[hash] = name;
      table->events[hash] = 5;
    }
  }
  std::size_t events(const std::string& name) const { return table->events.at(telemetry_hash(name, "key")); }
  Names listed() const {
    SessionQuery query;
    query.order = SessionQuery::Order::kByName;
    query.archived = SessionQuery::Archived::kToo;
    Names names;
    for (const SessionInfo& each : *store->list(query)) names.push_back(each.session);
    return names;
  }

  EraseLog order;
  std::shared_ptr<RecordingEraseStore> store = std::make_shared<RecordingEraseStore>(create_memory_store(), order);
  std::shared_ptr<CountedTable> table = std::make_shared<CountedTable>(order);
  Result<void> host_says = {};
  ForgetOptions options;
};

bool is_outside(const ForgetReceipt& receipt, const std::string& place) {
  return std::count(receipt.outside.begin(), receipt.outside.end(), place) == 1;
}

}  // namespace

TEST_CASE("a receipt counts the erased items of a session by kind, in every store", "[stores]") {
  test::StoresUnderTest stores;
  for (const auto& kind : stores.kinds()) {
    INFO(kind.name);
    const auto store = kind.make();
    SessionRecord record = conformance::some_record("s1");
    record.items = {{"artifact:00ff", 1, 0, "r"}, {"artifact:01ff", 1, 0, "r"}, {"mine", 1, 0, "m"},
                    {"summary", 1, 0, "s"},       {"topic:p1", 1, 0, "p"},      {"topic:p2", 1, 0, "p"},
                    {"topic:p3", 1, 0, "p"},      {"topics", 1, 0, "t"}};
    REQUIRE(store->put(record));
    begin(*store, "s2", 10);
    const auto receipt = forget_session(*store, "s1");
    REQUIRE(receipt);
    CHECK(receipt->sessions == Names{"s1"});
    CHECK(receipt->turns == 3);
    CHECK(receipt->messages == 6);
    CHECK(receipt->items.summaries == 1);
    CHECK(receipt->items.topics == 1);
    CHECK(receipt->items.packed == 3);
    CHECK(receipt->items.results == 2);
    CHECK(receipt->items.others == 1);
    CHECK(receipt->events == 0);
    CHECK(store->items("s1")->empty());
    CHECK(all_listed(*store) == Names{"s2"});
  }
}

TEST_CASE("telemetry of a session is erased before the session, and the events of the user are erased last") {
  Scene scene;
  const auto receipt = forget_user(*scene.store, "ann", scene.options);
  REQUIRE(receipt);
  CHECK(scene.order == EraseLog{"before a1", "before a2", "events of session a1", "events of session a2", "store a1",
                                "store a2", "events of user ann"});
  CHECK(receipt->sessions == Names{"a1", "a2"});
  CHECK(receipt->events == 15);
  CHECK(scene.listed() == Names{"b1"});
  CHECK(scene.events("b1") == 5);
}

TEST_CASE("after a failure at any step, a second call erases the rest") {
  struct Case {
    const char* what;
    void (*fail)(Scene&, bool);
  };
  for (const Case& each : {Case{"the table", [](Scene&scene, bool fails) { scene.table->fails = fails; }},
                           Case{"the store", [](Scene&scene, bool fails) { scene.store->fails = fails; }},
                           Case{"the caller", [](Scene&scene, bool fails) {
                                  scene.host_says =
                                      fails ? Unexpected(ErrorCode::kInternal, "not now") : Result<void>();
                                }}}) {
    INFO(each.what);
    Scene scene;
    each.fail(scene, true);
    CHECK_FALSE(forget_user(*scene.store, "ann", scene.options));
    CHECK(scene.listed() == Names{"a1", "a2", "b1"});
    CHECK(scene.events("ann") == 5);
    each.fail(scene, false);
    CHECK(forget_user(*scene.store, "ann", scene.options)->sessions == Names{"a1", "a2"});
    CHECK(scene.listed() == Names{"b1"});
    for (const char* name : {"a1", "a2", "ann"}) CHECK(scene.events(name) == 0);
  }
}

TEST_CASE("the telemetry of a session that is no longer in the store can be erased by the name of the session") {
  Scene scene;
  const auto receipt = forget_session(*scene.store, "gone", scene.options);
  REQUIRE(receipt);
  CHECK(receipt->sessions.empty());
  CHECK(receipt->events == 5);
  const auto again = forget_session(*scene.store, "gone", scene.options);
  REQUIRE_FALSE(again);
  CHECK(again.error().code == ErrorCode::kUnknownSession);
}

TEST_CASE("without a telemetry key, telemetry tables are refused and nothing is erased") {
  Scene scene;
  scene.options.telemetry_key.clear();
  for (const auto& receipt :
       {forget_session(*scene.store, "a1", scene.options), forget_user(*scene.store, "ann", scene.options)}) {
    REQUIRE_FALSE(receipt);
    CHECK(receipt.error().code == ErrorCode::kInvalidRequest);
    CHECK_THAT(receipt.error().message, Catch::Contains("key"));
  }
  CHECK(scene.order.empty());
  CHECK(scene.listed().size() == 3);
}

TEST_CASE("a receipt names places that may hold more data and were not erased") {
  Scene scene;
  ForgetReceipt receipt = *forget_session(*scene.store, "a1");
  CHECK(receipt.outside == std::vector<std::string>{"telemetry, wherever it was written",
                                                    "exports, recordings and backups of the store",
                                                    "data that tools, models and people received",
                                                    "data that later sessions took over from it"});
  const auto file = std::make_shared<QuietSink>("in turns.jsonl");
  scene.options.telemetry = {scene.table, file, std::make_shared<QuietSink>(""), nullptr};
  receipt = *forget_user(*scene.store, "ann", scene.options);
  CHECK(receipt.outside ==
        std::vector<std::string>{"telemetry in a table that other engines have not written yet: run this again later",
                                 "telemetry in turns.jsonl", "exports, recordings and backups of the store",
                                 "data that tools, models and people received"});
}

TEST_CASE("a receipt reports that a PostgreSQL server keeps pages of erased data", "[stores]") {
  test::StoresUnderTest stores;
  for (const auto& kind : stores.kinds()) {
    INFO(kind.name);
    const auto store = kind.make();
    begin(*store, "s1", 10);
    const std::string left = store->erase_leaves();
    CHECK(left.empty() == (std::string(kind.name) != "postgres"));
    const auto receipt = forget_session(*store, "s1");
    REQUIRE(receipt);
    CHECK(is_outside(*receipt, left) == !left.empty());
  }
}
