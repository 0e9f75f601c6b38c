// Tests that a turn is stored completely or not at all, with the user and the notes in its request.
#include <memory>
#include <string>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/forwarding_store.h"

using namespace parley;

namespace {

// A store that rejects commits while `is_full`.
class FullStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Result<void> commit(const Commit& commit) override {
    if (is_full) return Unexpected(ErrorCode::kStoreUnavailable, "full");
    return inner()->commit(commit);
  }

  bool is_full = false;
};

Request from(const std::string& user, const std::string& text) {
  Request request = Request::text("s1", text);
  request.user = user;
  return request;
}

SessionNotes notes_of(EngineHarness& harness) { return harness.store->summary("s1")->value().notes; }

}  // namespace

TEST_CASE("the user of a session is stored with the turn that names the user, and not if that turn is not stored") {
  const auto store = std::make_shared<FullStore>(create_memory_store());
  EngineHarness harness(store);
  harness.say("news");
  CHECK(notes_of(harness).user.empty());

  store->is_full = true;
  CHECK(harness.engine->handle(from("ann", "news")).error().code == ErrorCode::kStoreUnavailable);
  CHECK(notes_of(harness).user.empty());
  CHECK(store->load("s1")->value().user.empty());

  store->is_full = false;
  harness.handle(from("ann", "news"));
  CHECK(notes_of(harness).user == harness.engine->user_hash("ann"));
  CHECK(store->load("s1")->value().user == harness.engine->user_hash("ann"));
}

TEST_CASE("the first turn that names a user keeps the other notes of its session") {
  for (const bool ends : {false, true}) {
    CAPTURE(ends);
    EngineHarness harness;
    harness.say("news");
    const SessionNotes notes{"Newsletter", "", {"gold"}, {{"stars", 5}}, 0};
    REQUIRE(*harness.engine->annotate("s1", notes));
    harness.handle(from("bob", ends ? "start over" : "news"));
    SessionNotes expected = notes;
    expected.user = harness.engine->user_hash("bob");
    if (ends) expected.title.clear();  // the ended conversation keeps it
    CHECK(notes_of(harness) == expected);
    const auto ended = harness.store->record("s1")->value().ended;
    if (ends) CHECK(ended.at(0).title == "Newsletter");
  }
}

TEST_CASE("if a turn names a user, the notes that its tool writes are kept") {
  EngineHarness harness;
  harness.say("news");
  harness.tool("orders.track", [&](const ToolCall&) {
    SessionNotes notes = notes_of(harness);
    notes.tags = {"tracked"};
    REQUIRE(*harness.engine->annotate("s1", notes));
    return ToolOutcome::ok(Value::Object{{"where", "Lyon"}});
  });
  harness.handle(from("ann", "track O-12345"));
  CHECK(notes_of(harness).user == harness.engine->user_hash("ann"));
  CHECK(notes_of(harness).tags == std::vector<std::string>{"tracked"});
}
