// Tests that no process and no call finds a session past the bot's `retention`, swept or not.
#include <filesystem>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/forwarding_store.h"
#include "memory/temp_folder.h"
#include "memory/test_master_keys.h"

using namespace parley;

namespace {

constexpr char kPolicy[] = "{retention: 1h}";

void wait(EngineHarness& harness, TimeMs time) { harness.clock->set(harness.clock->now() + time); }

}  // namespace

TEST_CASE("X71: a session past its retention does not continue, swept or not") {
  EngineHarness harness(create_memory_store(), bot_with_session(kPolicy));
  const Turn first = harness.say("track", "m1");
  wait(harness, kHour);
  CHECK(harness.say("hm").continued);  // within the retention
  wait(harness, kHour + 1);
  Request must_exist = Request::text("s1", "news");
  must_exist.must_exist = true;
  CHECK(harness.engine->handle(must_exist).error().code == ErrorCode::kSessionExpired);
  CHECK_FALSE(harness.store->load("s1")->has_value());  // the first turn that loads the session erases it

  const Turn restarted = harness.say("o12345", "m1");  // an erased message had the same id
  CHECK_FALSE(restarted.duplicate);
  CHECK_FALSE(restarted.continued);
  CHECK(restarted.reason == "expired");
  CHECK(restarted.seq == 1);
  CHECK_FALSE(restarted.intent.has_value());
  CHECK(restarted.continuation_id != first.continuation_id);
  CHECK(harness.store->messages("s1", 100)->size() == 2);
}

TEST_CASE("no call shows a session past its retention, and calls that only read do not erase the session", "[topics]") {
  std::string bot = bot_with_session(kPolicy);
  bot += "memory: {topics: {}}\n";
  EngineHarness harness(create_memory_store(), bot);
  harness.say("track");
  Request child = Request::text("s2", "news");
  child.parent = "s1";
  harness.handle(child);
  CHECK(harness.engine->context("s1"));
  wait(harness, kHour + 1);
  for (const ErrorCode code : {harness.engine->context("s1").error().code, harness.engine->compact("s1").error().code,
                               harness.engine->topics("s1").error().code,
                               harness.engine->rewrite_question("s1", "and in blue?").error().code}) {
    CHECK(code == ErrorCode::kUnknownSession);
  }
  CHECK(harness.engine->find_topics({}, "track")->empty());
  CHECK_FALSE(*harness.engine->annotate("s1", {}));
  CHECK(harness.store->load("s1")->has_value());

  Request late_child = Request::text("s3", "news");
  late_child.parent = "s1";
  CHECK(harness.engine->handle(late_child).error().code == ErrorCode::kUnknownSession);
}

TEST_CASE("F9: a new engine erases sessions past their retention") {
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  EngineHarness harness(*open_sqlite_store(path), bot_with_session(kPolicy));
  for (const char* session : {"old", "archived"}) harness.handle(Request::text(session, "news"));
  SessionNotes archived;
  archived.archived_at = 1;
  REQUIRE(*harness.engine->annotate("archived", archived));
  wait(harness, kHour + 1);
  harness.handle(Request::text("young", "news"));

  EngineOptions options;
  options.clock = harness.clock;
  options.sweep_every = {};
  (void)*Engine::create(harness.catalog, harness.store, options);
  // Without automatic sweeps, the session stays until the caller sweeps.
  CHECK(harness.store->load("old")->has_value());
  options.sweep_every = EngineOptions().sweep_every;
  CHECK(options.sweep_every == std::chrono::minutes(15));
  (void)*Engine::create(harness.catalog, harness.store, options);  // a short-lived process
  CHECK_FALSE(harness.store->load("old")->has_value());
  CHECK(harness.store->expired("old")->has_value());
  CHECK(harness.store->load("archived")->has_value());
  CHECK(harness.store->load("young")->has_value());
}

TEST_CASE("an archived session and a session of another bot are not subject to the retention") {
  std::string another = bot_with_session(kPolicy);
  another.replace(another.find("id: desk"), 8, "id: other");
  EngineHarness harness(create_memory_store(), bot_with_session(kPolicy)), other(harness.store, another);
  harness.say("news");
  SessionNotes archived;
  archived.archived_at = 1;
  REQUIRE(*harness.engine->annotate("s1", archived));
  other.handle(Request::text("s2", "news"));
  wait(harness, 2 * kHour);
  CHECK(harness.say("news").continued);
  CHECK(harness.engine->context("s1"));
  CHECK(harness.handle(Request::text("s2", "news")).continued);
}

TEST_CASE("a replayed conversation with old times does not lose its session between two messages") {
  EngineHarness harness(create_memory_store(), bot_with_session(kPolicy));
  harness.clock->set(1'000 * kHour);
  const auto at = [](TimeMs time, const char* session, const char* text) {
    Request request = Request::text(session, text);
    request.now = time;
    return request;
  };
  CHECK(harness.handle(at(kHour, "s1", "track")).waiting_for_param == "order_id");
  harness.tool("orders.track", found_in_lyon);
  const Turn second = harness.handle(at(kHour + 1, "s1", "o12345"));
  CHECK(second.continued);
  CHECK(second.seq == 2);
  CHECK(second.say == std::vector<std::string>{"O-12345 is in Lyon."});

  Request child = at(kHour + 2, "s2", "news");
  child.parent = "s1";
  CHECK(harness.handle(child).seq == 1);

  // By the times in the requests, the session was idle longer than its retention.
  const Turn restarted = harness.handle(at(2 * kHour + 2, "s1", "news"));
  CHECK(restarted.reason == "expired");
  CHECK(restarted.seq == 1);
  REQUIRE(harness.engine->sweep());
  CHECK_FALSE(harness.store->load("s1")->has_value());  // the sweeper uses the machine's clock
}

TEST_CASE("the topics of a replayed conversation keep the messages that its session has trimmed", "[topics]") {
  EngineHarness harness(create_memory_store(),
                        bot_with_session("{retention: 1h, max_turns: 2, at_limit: trim}") + "memory: {topics: {}}\n");
  harness.clock->set(1'000 * kHour);
  Request request = Request::text("s1", "news");
  for (TimeMs turn = 1; turn <= 4; ++turn) {
    request.now = turn;
    harness.handle(request);
  }
  CHECK((*harness.store->load("s1"))->trimmed > 0);
  CHECK(harness.store->items("s1")->size() >= 1);
}

TEST_CASE("a request with a time in the future does not erase the session") {
  EngineHarness harness(create_memory_store(), bot_with_session(kPolicy));
  harness.say("news");
  Request request = Request::text("s1", "news");
  request.now = harness.clock->now() + 100 * kHour;
  CHECK(harness.handle(request).seq == 2);
}

TEST_CASE("a turn stores the retention of its session for calls that do not know the bot") {
  EngineHarness harness(create_memory_store(), bot_with_session(kPolicy)),
      forever(create_memory_store(), bot_with_session("{ttl: 1h}"));
  harness.say("news");
  CHECK(harness.store->load("s1")->value().kept_until == harness.clock->now() + kHour);
  wait(harness, 10);
  harness.say("news");
  CHECK(harness.store->summary("s1")->value().kept_until == harness.clock->now() + kHour);
  const auto retained = without_past_retention(harness.store, harness.clock);
  wait(harness, kHour);
  CHECK(retained->load("s1")->has_value());
  wait(harness, 1);
  CHECK_FALSE(retained->load("s1")->has_value());
  CHECK(retained->list({})->empty());

  forever.say("news");
  CHECK(forever.store->load("s1")->value().kept_until == 0);
}

TEST_CASE("a sweep skips and counts a session whose key is missing, and erases the other sessions", "[encryption]") {
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  SqliteOptions options;
  options.encryption = test::master_keys({"a"});
  EngineHarness(*open_sqlite_store(path, options), bot_with_session(kPolicy)).handle(Request::text("one", "news"));
  std::filesystem::copy_file(path + ".keys", folder.file("older.keys"));
  for (const char* session : {"two", "three"}) {
    EngineHarness(*open_sqlite_store(path, options), bot_with_session(kPolicy)).handle(Request::text(session, "news"));
  }
  std::filesystem::copy_file(folder.file("older.keys"), path + ".keys",
                             std::filesystem::copy_options::overwrite_existing);
  EngineHarness harness(*open_sqlite_store(path, options), bot_with_session(kPolicy));
  wait(harness, kHour + 1);
  const auto swept = harness.engine->sweep();
  REQUIRE(swept);
  CHECK(swept->erased == 1);
  CHECK(swept->unread == 2);
  CHECK(harness.store->list({})->size() == 2);
}

namespace {

class UncountedStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  bool fails = false;
  Result<std::int64_t> unarchived() override {
    if (!fails) return ForwardingStore::unarchived();
    return Unexpected(ErrorCode::kStoreUnavailable, "the sessions cannot be counted");
  }
};

}  // namespace

TEST_CASE(
    "if a sweep cannot count the remaining sessions, it reports this failure and the sessions that it has erased") {
  const auto store = std::make_shared<UncountedStore>(create_memory_store());
  EngineHarness harness(store, bot_with_session(kPolicy));
  harness.say("news");
  store->fails = true;
  wait(harness, kHour + 1);
  const auto swept = harness.engine->sweep();
  REQUIRE(swept);
  CHECK(swept->erased == 1);
  CHECK(swept->failed_after == "the sessions cannot be counted");
  std::string told;
  for (const std::string& line : harness.events()) {
    const Value event = *Value::parse(line);
    if (const Value* what = event.find("what"))
      told += what->to_text() + (event.find("remaining") ? "+remaining " : " ");
  }
  CHECK(told.find("sweep_failed swept ") != std::string::npos);
}
