// What rested for longer than the bot's `retention` is gone: whoever asks first, in whatever process, swept or not.
#include <filesystem>

#include <catch2/catch.hpp>

#include "engine/desk.h"
#include "memory/files.h"
#include "memory/forwarding_store.h"
#include "memory/master_keys.h"

using namespace parley;

namespace {

constexpr char kPolicy[] = "{retention: 1h}";

void wait(Desk& desk, TimeMs time) { desk.clock->set(desk.clock->now() + time); }

}  // namespace

TEST_CASE("X71: a session past its retention does not go on, swept or not") {
  Desk desk(memory_store(), desk_with(kPolicy));
  const Turn first = desk.say("track", "m1");
  wait(desk, kHour);
  CHECK(desk.say("hm").continued);  // not longer than the retention
  wait(desk, kHour + 1);
  Request must_exist = Request::text("s1", "news");
  must_exist.must_exist = true;
  CHECK(desk.engine->handle(must_exist).error().code == ErrorCode::kSessionExpired);
  CHECK_FALSE(desk.store->load("s1")->has_value());  // erased by whoever met it

  const Turn anew = desk.say("o12345", "m1");  // an id of a message that nobody remembers
  CHECK_FALSE(anew.duplicate);
  CHECK_FALSE(anew.continued);
  CHECK(anew.reason == "expired");
  CHECK(anew.seq == 1);
  CHECK_FALSE(anew.intent.has_value());
  CHECK(anew.continuation_id != first.continuation_id);
  CHECK(desk.store->messages("s1", 100)->size() == 2);
}

TEST_CASE("a session past its retention is shown by no call, and those that only read erase nothing", "[topics]") {
  std::string bot = desk_with(kPolicy);
  bot += "memory: {topics: {}}\n";
  Desk desk(memory_store(), bot);
  desk.say("track");
  Request child = Request::text("s2", "news");
  child.parent = "s1";
  desk.handle(child);
  CHECK(desk.engine->context("s1"));
  wait(desk, kHour + 1);
  for (const ErrorCode code :
       {desk.engine->context("s1").error().code, desk.engine->compact("s1").error().code,
        desk.engine->topics("s1").error().code, desk.engine->standalone("s1", "and in blue?").error().code}) {
    CHECK(code == ErrorCode::kUnknownSession);
  }
  CHECK(desk.engine->find_topics({}, "track")->empty());
  CHECK_FALSE(*desk.engine->annotate("s1", {}));
  CHECK(desk.store->load("s1")->has_value());

  Request late_child = Request::text("s3", "news");
  late_child.parent = "s1";
  CHECK(desk.engine->handle(late_child).error().code == ErrorCode::kUnknownSession);
}

TEST_CASE("F9: an engine erases what is past its retention when it is created") {
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  Desk desk(*open_sqlite_store(path), desk_with(kPolicy));
  for (const char* session : {"old", "archived"}) desk.handle(Request::text(session, "news"));
  SessionNotes archived;
  archived.archived_at = 1;
  REQUIRE(*desk.engine->annotate("archived", archived));
  wait(desk, kHour + 1);
  desk.handle(Request::text("young", "news"));

  EngineOptions options;
  options.clock = desk.clock;
  options.sweep_every = 0;
  (void)*Engine::create(desk.catalog, desk.store, options);
  CHECK(desk.store->load("old")->has_value());  // the host sweeps by hand, or not at all
  options.sweep_every = EngineOptions().sweep_every;
  CHECK(options.sweep_every == 15 * 60'000);
  (void)*Engine::create(desk.catalog, desk.store, options);  // a process that is short-lived
  CHECK_FALSE(desk.store->load("old")->has_value());
  CHECK(desk.store->expired("old")->has_value());
  CHECK(desk.store->load("archived")->has_value());
  CHECK(desk.store->load("young")->has_value());
}

TEST_CASE("an archived session and one of another bot are not judged by the retention") {
  std::string another = desk_with(kPolicy);
  another.replace(another.find("id: desk"), 8, "id: other");
  Desk desk(memory_store(), desk_with(kPolicy)), other(desk.store, another);
  desk.say("news");
  SessionNotes archived;
  archived.archived_at = 1;
  REQUIRE(*desk.engine->annotate("s1", archived));
  other.handle(Request::text("s2", "news"));
  wait(desk, 2 * kHour);
  CHECK(desk.say("news").continued);
  CHECK(desk.engine->context("s1"));
  CHECK(desk.handle(Request::text("s2", "news")).continued);
}

TEST_CASE("a replayed conversation with old times does not lose its session between two messages") {
  Desk desk(memory_store(), desk_with(kPolicy));
  desk.clock->set(1'000 * kHour);
  const auto at = [](TimeMs time, const char* session, const char* text) {
    Request request = Request::text(session, text);
    request.now = time;
    return request;
  };
  CHECK(desk.handle(at(kHour, "s1", "track")).waiting_for_param == "order_id");
  desk.tool("orders.track", in_lyon);
  const Turn second = desk.handle(at(kHour + 1, "s1", "o12345"));
  CHECK(second.continued);
  CHECK(second.seq == 2);
  CHECK(second.say == std::vector<std::string>{"O-12345 is in Lyon."});

  Request child = at(kHour + 2, "s2", "news");
  child.parent = "s1";
  CHECK(desk.handle(child).seq == 1);

  const Turn anew = desk.handle(at(2 * kHour + 2, "s1", "news"));  // past the retention by the time of the conversation
  CHECK(anew.reason == "expired");
  CHECK(anew.seq == 1);
  REQUIRE(desk.engine->sweep());
  CHECK_FALSE(desk.store->load("s1")->has_value());  // the sweeper goes by the machine's clock
}

TEST_CASE("a replayed conversation that trims keeps its oldest messages in its topics", "[topics]") {
  Desk desk(memory_store(), desk_with("{retention: 1h, max_turns: 2, at_limit: trim}") + "memory: {topics: {}}\n");
  desk.clock->set(1'000 * kHour);
  Request request = Request::text("s1", "news");
  for (TimeMs turn = 1; turn <= 4; ++turn) {
    request.now = turn;
    desk.handle(request);
  }
  CHECK((*desk.store->load("s1"))->trimmed > 0);
  CHECK(desk.store->items("s1")->size() >= 1);
}

TEST_CASE("the time that a request gives erases nothing") {
  Desk desk(memory_store(), desk_with(kPolicy));
  desk.say("news");
  Request request = Request::text("s1", "news");
  request.now = desk.clock->now() + 100 * kHour;
  CHECK(desk.handle(request).seq == 2);
}

TEST_CASE("a turn stores how long its session is kept, for calls that know no bot") {
  Desk desk(memory_store(), desk_with(kPolicy)), forever(memory_store(), desk_with("{ttl: 1h}"));
  desk.say("news");
  CHECK(desk.store->load("s1")->value().kept_until == desk.clock->now() + kHour);
  wait(desk, 10);
  desk.say("news");
  CHECK(desk.store->summary("s1")->value().kept_until == desk.clock->now() + kHour);
  const auto retained = without_past_retention(desk.store, desk.clock);
  wait(desk, kHour);
  CHECK(retained->load("s1")->has_value());
  wait(desk, 1);
  CHECK_FALSE(retained->load("s1")->has_value());
  CHECK(retained->list({})->empty());

  forever.say("news");
  CHECK(forever.store->load("s1")->value().kept_until == 0);
}

TEST_CASE("a sweep passes over a session whose key is missing, counts it, and erases the others", "[encryption]") {
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  SqliteOptions options;
  options.encryption = test::master_keys({"a"});
  Desk(*open_sqlite_store(path, options), desk_with(kPolicy)).handle(Request::text("one", "news"));
  std::filesystem::copy_file(path + ".keys", folder.file("older.keys"));
  for (const char* session : {"two", "three"}) {
    Desk(*open_sqlite_store(path, options), desk_with(kPolicy)).handle(Request::text(session, "news"));
  }
  std::filesystem::copy_file(folder.file("older.keys"), path + ".keys",
                             std::filesystem::copy_options::overwrite_existing);
  Desk desk(*open_sqlite_store(path, options), desk_with(kPolicy));
  wait(desk, kHour + 1);
  const auto swept = desk.engine->sweep();
  REQUIRE(swept);
  CHECK(swept->erased == 1);
  CHECK(swept->unread == 2);
  CHECK(desk.store->list({})->size() == 2);
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

TEST_CASE("a sweep whose count fails tells what it has erased, and that the count failed") {
  const auto store = std::make_shared<UncountedStore>(memory_store());
  Desk desk(store, desk_with(kPolicy));
  desk.say("news");
  store->fails = true;
  wait(desk, kHour + 1);
  const auto swept = desk.engine->sweep();
  REQUIRE(swept);
  CHECK(swept->erased == 1);
  CHECK(swept->failed_after == "the sessions cannot be counted");
  std::string told;
  for (const std::string& line : desk.events()) {
    const Value event = *Value::parse(line);
    if (const Value* what = event.find("what"))
      told += what->to_text() + (event.find("remaining") ? "+remaining " : " ");
  }
  CHECK(told.find("sweep_failed swept ") != std::string::npos);
}
