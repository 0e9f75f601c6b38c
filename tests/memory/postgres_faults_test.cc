// Tests the PostgreSQL store with lost connections, held locks and a server that restarts.
#include <atomic>
#include <cstdlib>
#include <thread>

#include "tests/conformance/store_threads.h"
#include "tests/memory/connection_cutting_proxy.h"
#include "tests/memory/postgres_database.h"

using namespace parley;
using conformance::Conversation;
using test::CuttingProxy;
using test::has_postgres;
using test::PostgresDatabase;
using test::RawPostgres;

namespace {

using Cut = CuttingProxy::Cut;

PostgresOptions one_connection(std::chrono::milliseconds timeout = std::chrono::seconds(5)) {
  PostgresOptions options;
  options.connections = 1;
  options.timeout = timeout;
  return options;
}

// A store whose connection passes through a proxy.
struct Cuttable {
  Cuttable() : proxy(RawPostgres(database.uri()).socket_folder()) {
    REQUIRE(proxy.ready());
    store = database.open(one_connection(), "host=" + proxy.folder());
  }
  PostgresDatabase database;
  CuttingProxy proxy;
  std::shared_ptr<SessionStore> store;
};

const char* to_string(Cut cut) { return cut == Cut::kRequest ? "the request is cut" : "the answer is cut"; }

}  // namespace

TEST_CASE(
    "if the connection is lost during a commit, the store checks whether the commit succeeded, and stores it once",
    "[postgres]") {
  if (!has_postgres()) return;
  Cuttable cuttable;
  SessionStore& store = *cuttable.store;
  Conversation conversation("s1");
  for (Cut cut : {Cut::kRequest, Cut::kAnswer, Cut::kAnswer, Cut::kRequest}) {
    INFO(to_string(cut) << " at turn " << conversation.state().turns + 1);
    cuttable.proxy.cut_next(cut);
    const auto written = conversation.next("hello", "hi");
    REQUIRE(store.commit(written.commit()));
    CHECK((*store.load("s1"))->version == written.state.version);
    CHECK(store.find_turn("s1", written.turn.turn.id)->has_value());
  }
  CHECK(store.messages("s1", 100)->size() == 8);
}

TEST_CASE("if the connection is lost during a stale commit, the error is still kStaleVersion", "[postgres]") {
  if (!has_postgres()) return;
  Cuttable cuttable;
  SessionStore& store = *cuttable.store;
  Conversation conversation("s1");
  REQUIRE(store.commit(conversation.next("one", "1").commit()));
  const auto mine = conversation.peek("two", "mine", "m-mine");
  REQUIRE(store.commit(conversation.next("two", "other", "m-other").commit()));
  for (Cut cut : {Cut::kRequest, Cut::kAnswer}) {
    INFO(to_string(cut));
    cuttable.proxy.cut_next(cut);
    const auto refused = store.commit(mine.commit());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kStaleVersion);
  }
  CHECK_FALSE(store.find_turn("s1", "m-mine")->has_value());
}

TEST_CASE("idempotent operations are retried over a lost connection, and an erase reports that its outcome is unknown",
          "[postgres]") {
  if (!has_postgres()) return;
  Cuttable cuttable;
  SessionStore& store = *cuttable.store;
  Conversation conversation("s1");
  REQUIRE(store.commit(conversation.next("hello", "hi").commit()));
  auto record = **store.record("s1");
  for (Cut cut : {Cut::kRequest, Cut::kAnswer}) {
    INFO(to_string(cut));
    const auto cut_here = [&] { cuttable.proxy.cut_next(cut); };
    cut_here();
    CHECK(store.load("s1")->has_value());
    cut_here();
    CHECK(store.find_turn("s1", "m1")->has_value());
    cut_here();
    CHECK(store.messages("s1", 10)->size() == 2);
    cut_here();
    CHECK(*store.annotate("s1", {"a title", "", {}, {}, 0}));
    cut_here();
    CHECK(store.record("s1")->has_value());
    cut_here();
    CHECK(store.list({})->size() == 1);
    record.state.session = record.turns.front().turn.session = cut == Cut::kRequest ? "copy 1" : "copy 2";
    cut_here();
    CHECK(store.put(record));
    cut_here();
    const auto erased = store.erase({{record.state.session, 0, 0}});
    REQUIRE_FALSE(erased);
    CHECK(erased.error().code == ErrorCode::kStoreUnavailable);
    CHECK(*store.erase({{record.state.session, 0, 0}}) == (cut == Cut::kRequest ? 1 : 0));
  }
}

TEST_CASE("idle connections that the server closed are replaced silently", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  const auto store = database.open();
  const RawPostgres raw(database.uri());
  Conversation conversation("s1");
  for (int round = 0; round < 5; ++round) {
    REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    CHECK(raw.end_others() == 1);
    if (round % 2 == 0) CHECK(store->load("s1")->has_value());
    CHECK(*store->erase({{"nobody", 0, 0}}) == 0);
  }
  CHECK((*store->load("s1"))->version == 5);
}

TEST_CASE("no acknowledged turn is lost or duplicated while connections are closed all the time", "[postgres]") {
  if (!has_postgres()) return;
  constexpr int kTurns = 40;
  const PostgresDatabase database;
  const auto store = database.open();
  std::atomic<int> talking{conformance::kThreads}, failures{0}, unavailable{0};
  std::thread ender([&] {
    const RawPostgres raw(database.uri());
    while (talking > 0) raw.end_others();
  });
  conformance::in_threads([&](int thread) {
    Conversation conversation("s" + std::to_string(thread));
    for (int turn = 0; turn < kTurns; ++turn) {
      const auto written = conversation.next("hello", "hi");
      for (;;) {
        const auto done = store->commit(written.commit());
        if (done) break;
        // If the connection is closed twice in a row, the caller tries again and may find that the first call
        // succeeded.
        if (done.error().code == ErrorCode::kStoreUnavailable) {
          ++unavailable;
          continue;
        }
        const auto found = store->find_turn(conversation.state().session, written.turn.turn.id);
        if (!found) continue;
        if (done.error().code != ErrorCode::kStaleVersion || !*found) ++failures;
        break;
      }
    }
    --talking;
  });
  ender.join();
  CHECK(failures == 0);
  for (int thread = 0; thread < conformance::kThreads; ++thread) {
    const std::string session = "s" + std::to_string(thread);
    CHECK((*store->load(session))->version == kTurns);
    CHECK(store->messages(session, 1000)->size() == 2 * kTurns);
  }
}

TEST_CASE("a session whose row is locked is unavailable after the timeout, and other sessions stay available",
          "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  const auto store = database.open(one_connection(std::chrono::milliseconds(100)));
  Conversation held("held"), free("free");
  REQUIRE(store->commit(held.next("one", "1").commit()));
  {
    const RawPostgres writer(database.uri());
    writer.run("BEGIN; UPDATE session SET bot = bot WHERE name = 'held'");
    const auto refused = store->commit(held.peek("two", "xyzzy").commit());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
    CHECK(refused.error().message.find("timeout") != std::string::npos);
    CHECK(refused.error().message.find("xyzzy") == std::string::npos);
    CHECK(store->load("held")->has_value());

    std::atomic<int> refusals{0};
    conformance::in_threads([&](int thread) {
      Conversation own("own" + std::to_string(thread));
      const auto written = thread == 0 ? held.peek("two", "2") : own.next("one", "1");
      if (!store->commit(written.commit())) ++refusals;
    });
    CHECK(refusals == 1);
  }
  CHECK(store->commit(held.next("two", "2").commit()));
}

TEST_CASE("a statement that takes too long is cancelled", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  const auto store = database.open(one_connection(std::chrono::milliseconds(50)));
  RawPostgres(database.uri())
      .run(
          "CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS"
          " 'BEGIN PERFORM pg_sleep(60); RETURN NEW; END';"
          "CREATE TRIGGER dawdle BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION dawdle()");
  Conversation conversation("s1");
  const auto refused = store->commit(conversation.next("hello", "hi").commit());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
  CHECK(refused.error().message.find("57014") != std::string::npos);
  CHECK_FALSE(store->load("s1")->has_value());
}

TEST_CASE("a read-only database can be read, and writing to it fails as unavailable", "[postgres]") {
  if (!has_postgres()) return;
  const PostgresDatabase database;
  Conversation conversation("s1");
  REQUIRE(database.open()->commit(conversation.next("hello", "hi").commit()));
  RawPostgres(database.uri()).run("ALTER DATABASE " + database.name() + " SET default_transaction_read_only = on");
  const auto store = database.open();
  const auto refused = store->commit(conversation.next("again", "no").commit());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
  CHECK(refused.error().message.find("read-only") != std::string::npos);
  CHECK((*store->load("s1"))->version == 1);
}

TEST_CASE("after the server restarts, every acknowledged turn is still stored", "[long][postgres]") {
  if (!has_postgres()) return;
  const test::OwnServer server;
  const PostgresDatabase database(server.uri());
  RawPostgres(server.uri()).run("ALTER DATABASE " + database.name() + " RESET synchronous_commit");
  const auto store = database.open();
  Conversation conversation("s1");
  for (int round = 0; round < 3; ++round) {
    REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    server.run("restart");
    const auto back = store->load("s1");
    INFO((back ? std::string("loaded") : back.error().message));
    REQUIRE(back);
    REQUIRE(back->has_value());
    CHECK((*back)->version == conversation.state().version);
  }
  server.run("halt");
  const auto refused = store->commit(conversation.peek("hello", "hi").commit());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kStoreUnavailable);
  server.run("start");
  CHECK(store->commit(conversation.next("hello", "hi").commit()));
  CHECK(store->messages("s1", 100)->size() == 8);
}
