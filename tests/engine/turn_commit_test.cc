// A turn is stored whole: what a request says about its session is stored with the turn, or not at all.
#include <memory>
#include <string>

#include <catch2/catch.hpp>

#include "engine/desk.h"
#include "memory/forwarding_store.h"

using namespace parley;

namespace {

// Rejects commits while `is_full`.
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

SessionNotes notes_of(Desk& desk) { return desk.store->summary("s1")->value().notes; }

}  // namespace

TEST_CASE("the user of a session is stored with the turn that names it, and not without") {
  const auto store = std::make_shared<FullStore>(memory_store());
  Desk desk(store);
  desk.say("news");
  CHECK(notes_of(desk).user.empty());

  store->is_full = true;
  CHECK(desk.engine->handle(from("ann", "news")).error().code == ErrorCode::kStoreUnavailable);
  CHECK(notes_of(desk).user.empty());
  CHECK(store->load("s1")->value().user.empty());

  store->is_full = false;
  desk.handle(from("ann", "news"));
  CHECK(notes_of(desk).user == desk.engine->user_hash("ann"));
  CHECK(store->load("s1")->value().user == desk.engine->user_hash("ann"));
}

TEST_CASE("a turn that names another user keeps the other notes of its session") {
  Desk desk;
  desk.handle(from("ann", "news"));
  const SessionNotes notes{"Newsletter", desk.engine->user_hash("ann"), {"gold"}, {{"stars", 5}}, 0};
  REQUIRE(*desk.engine->annotate("s1", notes));
  desk.handle(from("bob", "news"));
  SessionNotes expected = notes;
  expected.user = desk.engine->user_hash("bob");
  CHECK(notes_of(desk) == expected);

  // The title stays with the conversation that ends.
  desk.handle(from("eve", "start over"));
  expected.user = desk.engine->user_hash("eve");
  expected.title.clear();
  CHECK(notes_of(desk) == expected);
  CHECK(desk.store->record("s1")->value().ended.front().title == "Newsletter");
}

TEST_CASE("a tool that annotates its session during the turn that names a user loses nothing") {
  Desk desk;
  desk.say("news");
  desk.tool("orders.track", [&](const ToolCall&) {
    SessionNotes notes = notes_of(desk);
    notes.tags = {"tracked"};
    REQUIRE(*desk.engine->annotate("s1", notes));
    return ToolOutcome::ok(Value::Object{{"where", "Lyon"}});
  });
  desk.handle(from("ann", "track O-12345"));
  CHECK(notes_of(desk).user == desk.engine->user_hash("ann"));
  CHECK(notes_of(desk).tags == std::vector<std::string>{"tracked"});
}
