// Tests the in-memory store, whose sessions are objects while they are in use and bytes while they rest.
#include <random>

#include "memory/held_state.h"
#include "parley/stores.h"
#include "tests/conformance/conversation.h"
#include "tests/conformance/store_conformance.h"

using namespace parley;
using conformance::Conversation;
using conformance::PreparedCommit;

TEST_CASE("the memory store meets the store contract") {
  conformance::StoreUnderTest memory;
  memory.fresh = [] { return create_memory_store(); };
  conformance::check_store(memory);
}

TEST_CASE("a state that rests is the same, and so are its numbers") {
  PreparedCommit written = Conversation("s1").next("hello", "hi");
  conformance::fill_with_everything(written);
  memory::HeldState held(written.state);
  for (const char* what : {"in use", "at rest", "at rest twice"}) {
    CAPTURE(what);
    CHECK(*held.get() == written.state);
    CHECK(held.version() == written.state.version);
    CHECK(held.turns() == written.state.turns);
    CHECK(held.messages() == written.state.messages);
    CHECK(held.trimmed() == written.state.trimmed);
    CHECK(held.created_at() == written.state.created_at);
    CHECK(held.updated_at() == written.state.updated_at);
    CHECK(held.expires_at() == written.state.expires_at);
    CHECK(held.bot() == written.state.bot);
    held.rest();
  }
  CHECK(*memory::HeldState().get() == SessionState());
}

TEST_CASE("sessions go on after thousands of others were used") {
  const auto store = create_memory_store();
  std::vector<std::pair<Conversation, SessionState>> sessions;
  std::mt19937 random(20);
  const auto say = [&](std::size_t i) {
    PreparedCommit written = sessions[i].first.next("hello " + std::to_string(i), "hi");
    if (i % 3 == 0) {
      conformance::fill_with_everything(written);
      written.notes->archived_at = 0;  // lists leave archived sessions out
    }
    written.state.updated_at = static_cast<TimeMs>(1'767'225'600'000 + random() % 1'000'000);
    REQUIRE(store->commit(written.commit()));
    sessions[i].second = written.state;
    sessions[i].first = Conversation::resume(written.state);
  };
  for (std::size_t i = 0; i < 6'000; ++i) {
    sessions.emplace_back(Conversation("s" + std::to_string(i)), SessionState());
    say(i);
  }
  for (int round = 0; round < 6'000; ++round) {
    const std::size_t i = random() % sessions.size();
    if (round % 10 == 0) {
      REQUIRE(*store->erase({{"s" + std::to_string(i)}}) == (sessions[i].second.turns > 0 ? 1 : 0));
      sessions[i] = {Conversation("s" + std::to_string(i)), SessionState()};
    } else {
      say(i);
    }
  }
  std::int64_t turns = 0, count = 0;
  std::vector<std::pair<TimeMs, std::string>> recent;
  for (const auto& [conversation, state] : sessions) {
    const auto loaded = store->load(conversation.state().session);
    REQUIRE(loaded);
    REQUIRE(loaded->has_value() == (state.turns > 0));
    if (!*loaded) continue;
    REQUIRE(**loaded == state);
    const auto place = store->find_conversation(state.continuation_id);
    REQUIRE((place && *place && (*place)->session == state.session));
    turns += state.turns;
    ++count;
    recent.emplace_back(-state.updated_at, state.session);
  }
  CHECK(store->counts(0)->sessions == count);
  CHECK(store->counts(0)->turns == turns);
  std::sort(recent.begin(), recent.end());
  const auto page = store->list({});
  REQUIRE(page);
  REQUIRE(page->size() == SessionQuery().limit);
  for (std::size_t i = 0; i < page->size(); ++i) CHECK((*page)[i].session == recent[i].second);
}
