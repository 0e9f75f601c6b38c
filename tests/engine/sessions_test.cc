// Tests the sessions of an engine: users, titles, recorded calls, and concurrent writers.
#include <functional>
#include <utility>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/forwarding_store.h"

using namespace parley;

namespace {

// A store that makes another commit before the requested one, as if another process had been faster.
class CompetingWriterStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  std::function<void(SessionStore&)> before_commit = [](SessionStore&) {};
  Result<void> commit(const Commit& commit) override {
    std::exchange(before_commit, [](SessionStore&) {})(*inner());
    return inner()->commit(commit);
  }
};

}  // namespace

TEST_CASE("X58: a user is stored as a hash, and the hash finds and erases the user's sessions") {
  EngineHarness harness;
  Request request = Request::text("s1", "news");
  request.user = "anna@example.com";
  harness.handle(request);
  harness.handle(Request::text("s2", "news"));  // the session has no user yet
  request.session = "s2";
  harness.handle(request);
  harness.handle(Request::text("s3", "news"));

  const std::string hash = harness.engine->user_hash("anna@example.com");
  CHECK(hash.find("anna") == std::string::npos);
  SessionQuery query;
  query.user = hash;
  CHECK(harness.store->list(query)->size() == 2);
  CHECK(forget_user(*harness.store, hash)->sessions.size() == 2);
  CHECK(harness.store->list({})->size() == 1);

  // The hash depends on the key. Without the key, hashing many names does not find the user.
  const auto hash_with = [&](const std::string& key) {
    harness.user_key = key;
    harness.open();
    return harness.engine->user_hash("anna@example.com");
  };
  CHECK(hash_with("one key") == hash_with("one key"));
  CHECK(hash_with("one key") != hash_with("another key"));
  CHECK(hash_with("one key") != hash);
}

TEST_CASE("an engine with own_sessions_only does not know the sessions of another bot") {
  EngineHarness harness;
  const Turn first = harness.say("track");
  auto other = Catalog::parse(replaced(kTestBot, "id: desk", "id: other"), "other.yaml");
  REQUIRE(other);
  struct Case {
    const char* what;
    std::function<void(Request&)> name_session;
  };
  for (const bool own_only : {true, false}) {
    EngineOptions options;
    options.own_sessions_only = own_only;
    options.clock = harness.clock;
    options.sweep_every = {};
    const auto engine = *Engine::create(*other, harness.store, std::move(options));
    for (const Case& c : {
             Case{"by name", [](Request& request) { request.session = "s1"; }},
             Case{"by its continuation id",
                  [&](Request& request) {
                    request.session.clear();
                    request.continuation_id = first.continuation_id;
                  }},
             Case{"as a parent", [](Request& request) { request.parent = "s1"; }},
         }) {
      CAPTURE(c.what, own_only);
      Request request = Request::text(own_only ? "mine" : "yours", "news");
      c.name_session(request);
      const auto turn = engine->handle(request);
      CHECK(turn.has_value() == !own_only);
      if (!turn) CHECK(turn.error().code == ErrorCode::kUnknownSession);
    }
  }
}

TEST_CASE("X39: a title is redacted; a session without a title is named after its intent and day") {
  EngineHarness harness;
  harness.say("track");
  const auto title = [&] { return title_of(harness.store->summary("s1")->value()); };
  CHECK(title() == "track, 1970-01-01");
  SessionNotes notes;
  notes.title = "Where is o12345 of eve@example.com?";
  notes.metadata = {{"mail", "eve@example.com"}, {"stars", 5}};
  REQUIRE(*harness.engine->annotate("s1", notes));
  CHECK(title() == "Where is {order_id} of {email}?");
  CHECK(harness.store->summary("s1")->value().notes.metadata == Value::Object{{"mail", "{email}"}, {"stars", 5}});
  CHECK_FALSE(*harness.engine->annotate("s2", notes));
}

TEST_CASE("a tool call is recorded when it starts and when it has an outcome") {
  EngineHarness harness;
  harness.tool("refunds.create", [](const ToolCall&) { return ToolOutcome::failed("no"); });
  const auto calls = [&] { return harness.store->record("s1")->value().calls; };
  const Turn handed_out = harness.say("track o12345");
  REQUIRE(calls().size() == 1);
  CHECK(calls()[0].status == CallRecord::Status::kStarted);
  CHECK(calls()[0].tool == "orders.track");
  CHECK(calls()[0].ended_at == 0);

  const ToolCall call = std::get<ToolCall>(handed_out.steps.at(0));
  CHECK(calls()[0].idempotency_key == call.idempotency_key);
  harness.clock->set(harness.clock->now() + 5);
  Request result;
  result.session = "s1";
  result.input = ToolResult{call.call_id, found_in_lyon(call)};
  harness.handle(result);
  CHECK(calls()[0].status == CallRecord::Status::kDone);
  CHECK(calls()[0].ended_at == calls()[0].started_at + 5);

  harness.say("refund o12345");
  REQUIRE(calls().size() == 2);
  CHECK(calls()[1].status == CallRecord::Status::kFailed);
  harness.say("news");
  CHECK(calls().size() == 2);  // calls of a mock are not recorded, because a mock has no effects
}

TEST_CASE(
    "X59: if another process writes the session first, the turn is tried again, and the caller gets one response") {
  const auto store = std::make_shared<CompetingWriterStore>(create_memory_store());
  EngineHarness harness(store);
  harness.say("news");
  EngineHarness other(store);
  store->before_commit = [&](SessionStore&) { other.say("track"); };
  const Turn turn = harness.say("o12345");
  CHECK(turn.seq == 3);
  CHECK(turn.intent == "track");
}

TEST_CASE("a turn whose session is erased while it runs does not store the session again without its history") {
  const auto store = std::make_shared<CompetingWriterStore>(create_memory_store());
  EngineHarness harness(store);
  harness.say("news");
  store->before_commit = [&](SessionStore& inner) { REQUIRE(inner.erase({{"s1", 0, 0}})); };
  const auto late = harness.engine->handle(Request::text("s1", "track"));
  REQUIRE_FALSE(late);
  CHECK(late.error().code == ErrorCode::kUnknownSession);
  CHECK_FALSE(harness.store->load("s1")->has_value());
}
