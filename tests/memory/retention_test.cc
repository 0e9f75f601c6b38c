// Tests the retention that is stored with a session: calls that do not know the bot do not find a session past it.
#include <memory>

#include "memory/forwarding_store.h"
#include "parley/sessions.h"
#include "tests/conformance/conversation.h"
#include "tests/conformance/store_sessions.h"
#include "tests/memory/stores_under_test.h"

using namespace parley;
using conformance::Conversation;

namespace {

constexpr TimeMs kNow = 1'000'000;

void begin_session(SessionStore& store, const std::string& name, TimeMs updated_at, TimeMs kept_until,
                   TimeMs archived_at = 0) {
  Conversation conversation(name, updated_at);
  conformance::PreparedCommit written = conversation.next("late parcel", "hi");
  written.state.kept_until = kept_until;
  written.notes = SessionNotes{"", "", {}, {}, archived_at};
  REQUIRE(store.commit(written.commit()));
}

class UnreadableSessionStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Result<std::optional<SessionState>> load(std::string_view session) override {
    if (session == "broken") return Unexpected(ErrorCode::kStoreCorrupt, "its state is damaged");
    return ForwardingStore::load(session);
  }
};

}  // namespace

TEST_CASE("a search skips a session that cannot be read, and names this session only once") {
  const auto store = std::make_shared<UnreadableSessionStore>(create_memory_store());
  begin_session(*store, "broken", 10, 0);
  // Because of these sessions, which are past their retention, the search must read more sessions than its limit.
  for (int i = 0; i < 5; ++i) begin_session(*store, "gone" + std::to_string(i), 20 + i, 1);
  begin_session(*store, "kept", 5, 0);
  const auto retained = without_past_retention(store, std::make_shared<ManualClock>(kNow));
  std::vector<RefusedSession> unread;
  const auto hits = retained->search({"parcel", 1, {}, &unread});
  REQUIRE(hits);
  REQUIRE(hits->size() == 1);
  CHECK(hits->front().session == "kept");
  REQUIRE(unread.size() == 1);
  CHECK(unread.front().session == "broken");
  CHECK(unread.front().why == "its state is damaged");
  CHECK(retained->search({"parcel", 1, {}}).error().code == ErrorCode::kStoreCorrupt);
}

TEST_CASE("without_past_retention() hides a session past its stored retention, and reading does not erase the session",
          "[stores]") {
  test::StoresUnderTest stores;
  for (const auto& kind : stores.kinds()) {
    INFO(kind.name);
    const auto store = kind.make();
    begin_session(*store, "kept", 10, 0);
    begin_session(*store, "last-moment", 20, kNow);
    begin_session(*store, "gone", 30, kNow - 1);
    begin_session(*store, "archived", 40, kNow - 1, 50);
    const auto clock = std::make_shared<ManualClock>(kNow);
    const auto retained = without_past_retention(store, clock);

    CHECK(conformance::all_listed(*retained) == std::vector<std::string>{"archived", "kept", "last-moment"});
    for (const char* session : {"kept", "last-moment", "archived"}) {
      INFO(session);
      CHECK(retained->load(session)->has_value());
      CHECK(retained->summary(session)->has_value());
      CHECK(retained->record(session)->has_value());
      CHECK(retained->turns(session, 0, 10)->size() == 1);
      CHECK(retained->turn_messages(session, 1, 1)->size() == 2);
    }
    CHECK_FALSE(retained->load("gone")->has_value());
    CHECK_FALSE(retained->summary("gone")->has_value());
    CHECK_FALSE(retained->record("gone")->has_value());
    CHECK(retained->turns("gone", 0, 10)->empty());
    CHECK(retained->turn_messages("gone", 1, 1)->empty());
    CHECK(retained->search({"parcel", 10, {}})->size() == 3);
    const auto report = export_sessions(*retained, {}, [](std::string_view) { return true; });
    CHECK(report->sessions == 2);  // an export names archived sessions only on request

    clock->set(kNow + 1);
    CHECK_FALSE(retained->load("last-moment")->has_value());
    CHECK(store->load("gone")->has_value());  // reading does not erase the session
  }
}

TEST_CASE("a page of sessions or search hits is full even if sessions past their retention are left out") {
  const auto store = create_memory_store();
  for (int i = 0; i < 30; ++i) begin_session(*store, "s" + std::to_string(100 + i), 100 + i, i % 5 == 0 ? 0 : 1);
  const auto retained = without_past_retention(store, std::make_shared<ManualClock>(kNow));
  SessionQuery query;
  query.limit = 4;
  const auto first = retained->list(query);
  REQUIRE(first->size() == 4);
  CHECK(first->front().session == "s125");
  query.after = {first->back().updated_at, first->back().session};
  REQUIRE(retained->list(query)->size() == 2);
  CHECK(retained->list(query)->back().session == "s100");
  CHECK(retained->search({"parcel", 4, {}})->size() == 4);
  CHECK(retained->search({"parcel", 10, {}})->size() == 6);
}
