// Tests operations on whole sessions, over every store.
#include "parley/sessions.h"

#include <atomic>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/conformance/conversation.h"
#include "tests/conformance/snapshot.h"
#include "tests/conformance/store_records.h"
#include "tests/conformance/store_sessions.h"
#include "tests/memory/stores_under_test.h"

using namespace parley;
using conformance::all_listed;
using conformance::begin;
using conformance::Conversation;
using conformance::Names;
using conformance::tagged;

namespace {

// Runs the check on an empty store of each kind.
void with_each(const std::function<void(SessionStore&)>& check) {
  test::StoresUnderTest stores;
  for (const auto& kind : stores.kinds()) {
    INFO(kind.name);
    check(*kind.make());
  }
}

}  // namespace

TEST_CASE("live, expired and unknown sessions are distinguished", "[stores]") {
  SessionState state;
  struct Case {
    TimeMs expires_at, now;
    SessionStatus standing;
  };
  for (const Case& c : {Case{0, INT64_MAX, SessionStatus::kLive}, Case{100, 99, SessionStatus::kLive},
                        Case{100, 100, SessionStatus::kExpired}, Case{100, 101, SessionStatus::kExpired}}) {
    state.expires_at = c.expires_at;
    CHECK(session_status(state, c.now) == c.standing);
  }
  CHECK(to_string(SessionStatus::kUnknown) == std::string("unknown"));

  with_each([](SessionStore& store) {
    Conversation conversation("s1");
    conformance::PreparedCommit written = conversation.next("hello", "hi");
    written.state.expires_at = 100;
    REQUIRE(store.commit(written.commit()));
    CHECK(*session_status(store, "s1", 99) == SessionStatus::kLive);
    CHECK(*session_status(store, "s1", 100) == SessionStatus::kExpired);
    CHECK(*session_status(store, "s2", 100) == SessionStatus::kUnknown);
    REQUIRE(store.erase({{"s1", 0, 100}}));
    CHECK(*session_status(store, "s1", 99) == SessionStatus::kExpired);
    REQUIRE(store.forget_expired(101));
    CHECK(*session_status(store, "s1", 99) == SessionStatus::kUnknown);
  });
}

TEST_CASE("a session is named after its title or, without a title, after its last intent") {
  SessionInfo summary;
  summary.updated_at = 1795219200000;
  CHECK(title_of(summary) == "2026-11-21");
  summary.last_intent = "refund";
  CHECK(title_of(summary) == "refund, 2026-11-21");
  summary.notes.title = "The lamp";
  CHECK(title_of(summary) == "The lamp");
}

TEST_CASE("a fork is independent and has its own ids", "[stores]") {
  with_each([](SessionStore& store) {
    const SessionRecord original = conformance::some_record("s1");
    REQUIRE(store.put(original));
    const auto ids = create_counted_ids("id-");
    REQUIRE(fork_session(store, "s1", "s2", *ids, 0, /*history=*/true));
    CHECK(conformance::same_record(**store.record("s1"), original));
    const SessionRecord copy = **store.record("s2");
    CHECK(copy.state.continuation_id == "id-1");
    CHECK(copy.state.waiting->call()->idempotency_key == "id-2");
    CHECK(copy.state.waiting->call()->call_id == "call-1");
    CHECK(copy.messages == original.messages);
    CHECK(copy.notes == original.notes);
    CHECK(copy.turns.size() == original.turns.size());
    CHECK(original.turns.back().input_hash);
    CHECK_FALSE(copy.turns.back().input_hash);  // a hash belongs to the name of its session
    REQUIRE(copy.ended.size() == 2);
    CHECK(copy.ended[0].title == "Lost");
    CHECK(copy.ended[0].continuation_id != original.ended[0].continuation_id);
    for (const std::string& id : {original.state.continuation_id, original.ended[0].continuation_id}) {
      CHECK((*store.find_conversation(id))->session == "s1");
    }
    for (const std::string& id : {copy.state.continuation_id, copy.ended[0].continuation_id}) {
      CHECK((*store.find_conversation(id))->session == "s2");
    }

    SessionRecord as_before = copy;
    as_before.state.session = "s1";
    as_before.state.continuation_id = original.state.continuation_id;
    as_before.state.waits_for<ToolWait>()->call->idempotency_key = original.state.waiting->call()->idempotency_key;
    CHECK(as_before.state == original.state);

    Conversation first = Conversation::resume(original.state), second = Conversation::resume(copy.state);
    REQUIRE(store.commit(second.next("only here", "yes").commit()));
    REQUIRE(store.commit(first.next("and here", "no").commit()));
    CHECK(store.search({"only", 10, {}})->front().session == "s2");

    struct Case {
      const char *session, *copy;
      ErrorCode code;
    };
    for (const Case& c : {Case{"nobody", "s3", ErrorCode::kUnknownSession}, Case{"s1", "s2", ErrorCode::kSessionExists},
                          Case{"s1", "s1", ErrorCode::kSessionExists}, Case{"s1", "", ErrorCode::kInvalidRequest},
                          Case{"s1", "a b", ErrorCode::kInvalidRequest}}) {
      conformance::require_refused(fork_session(store, c.session, c.copy, *ids, 0, /*history=*/true), c.code);
    }
    CHECK(all_listed(store) == Names{"s1", "s2"});
  });
}

TEST_CASE("a prune erases idle sessions, and can report their number without erasing", "[stores]") {
  with_each([](SessionStore& store) {
    Names stay = {"s-archived"};
    for (int i = 0; i < 450; ++i) {  // more than a page
      const std::string name = "s" + std::to_string(1000 + i);
      begin(store, name, i % 3 == 0 ? 200 : 100);
      if (i % 3 == 0) stay.push_back(name);
    }
    begin(store, "s-archived", 100, tagged("", {}, 150));
    std::sort(stay.begin(), stay.end());
    PruneOptions options;
    options.before = 200;
    options.dry_run = true;
    CHECK(prune_sessions(store, options)->erased == 300);
    CHECK(all_listed(store).size() == 451);
    options.dry_run = false;
    options.as_expired = true;
    CHECK(prune_sessions(store, options)->erased == 300);
    CHECK(all_listed(store) == stay);
    CHECK(*store.expired("s1001") == 200);
    CHECK_FALSE(store.expired("s1000")->has_value());
    CHECK(prune_sessions(store, options)->erased == 0);
    options = {};
    options.before = 201;
    CHECK(prune_sessions(store, options)->erased == 150);
    CHECK(all_listed(store) == Names{"s-archived"});
    CHECK_FALSE(store.expired("s1000")->has_value());
  });
}

TEST_CASE("a session with a new turn during a prune is kept") {
  const auto store = create_memory_store();
  constexpr int kSessions = 200;
  std::vector<Conversation> talks;
  for (int i = 0; i < kSessions; ++i) {
    talks.emplace_back("s" + std::to_string(i), 100);
    REQUIRE(store->commit(talks.back().next("hello", "hi").commit()));
  }
  std::vector<bool> spoke(kSessions);
  std::thread speaking([&] {
    for (std::size_t i = 0; i < talks.size(); ++i) {
      talks[i].at(300);
      spoke[i] = store->commit(talks[i].next("still here", "good").commit()).has_value();
    }
  });
  PruneOptions options;
  options.before = 200;
  const auto pruned = prune_sessions(*store, options);
  speaking.join();
  REQUIRE(pruned);
  for (std::size_t i = 0; i < talks.size(); ++i) {
    CHECK(store->load(talks[i].state().session)->has_value() == spoke[i]);
  }
  CHECK(pruned->erased == std::count(spoke.begin(), spoke.end(), false));
}

TEST_CASE("erasing a session erases all of its data", "[stores]") {
  with_each([](SessionStore& store) {
    REQUIRE(store.put(conformance::some_record("s1")));
    begin(store, "s2", 10);
    const auto receipt = forget_session(store, "s1");
    REQUIRE(receipt);
    CHECK(receipt->sessions == Names{"s1"});
    CHECK(receipt->turns == 3);
    CHECK(receipt->messages == 6);
    conformance::require_unknown(store, "s1");
    CHECK(all_listed(store) == Names{"s2"});

    REQUIRE(store.erase({{"s2", 0, 100}}));
    const auto unknown = forget_session(store, "s2");  // this also erases the record that the session expired
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().code == ErrorCode::kUnknownSession);
    CHECK_FALSE(store.expired("s2")->has_value());
  });
}

TEST_CASE("erasing a user erases all sessions of that user, including archived sessions", "[stores]") {
  with_each([](SessionStore& store) {
    for (int i = 0; i < 250; ++i) begin(store, "s" + std::to_string(1000 + i), i, tagged("ann", {}, i % 2));
    begin(store, "t1", 10, tagged("bob", {}));
    begin(store, "t2", 10);
    const auto receipt = forget_user(store, "ann");
    REQUIRE(receipt);
    CHECK(receipt->sessions.size() == 250);
    CHECK(receipt->turns == 250);
    CHECK(receipt->messages == 500);
    CHECK(all_listed(store) == Names{"t1", "t2"});
    CHECK(forget_user(store, "ann")->sessions.empty());
    const auto unknown = forget_user(store, "");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().code == ErrorCode::kInvalidRequest);
    CHECK(all_listed(store) == Names{"t1", "t2"});
  });
}
