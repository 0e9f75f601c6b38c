// Compares the SQLite store with the memory store. Both must return equal results for random operations.
#include <random>

#include <catch2/catch.hpp>

#include "parley/stores.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/faulty_vfs.h"
#include "tests/memory/settled.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using conformance::Conversation;
using conformance::PreparedCommit;

namespace {

constexpr TimeMs kStartOfRun = 1767225600000;
constexpr TimeMs kHour = 3600000;

// Both stores and the data written to them.
class Pair {
 public:
  Pair(unsigned seed, std::size_t unsettled)
      : random_(seed), unsettled_(unsettled), sqlite_(open()), memory_(create_memory_store()) {}

  void step() {
    switch (pick(10)) {
      case 0: return annotate();
      case 1: return erase();
      case 2: return put();
      case 3: return pick(4) == 0 ? reopen() : search();
      default: return commit();
    }
  }

  void compare() {
    for (const std::string& name : names_) compare_session(name);
    for (int i = 0; i < 6; ++i) compare_list();
    search();
    const TimeMs now = kStartOfRun + pick(50) * kHour;
    const auto a = *sqlite_->counts(now), b = *memory_->counts(now);
    CHECK(a.sessions == b.sessions);
    CHECK(a.expired == b.expired);
    CHECK(a.archived == b.archived);
    CHECK(a.turns == b.turns);
    CHECK(a.messages == b.messages);
    test::require_exact_totals(test::RawSqlite(folder_.file("a.db")));
  }

 private:
  std::shared_ptr<SessionStore> open() {
    SqliteOptions options;
    options.unsettled_sessions = unsettled_;
    auto store = open_sqlite_store(folder_.file("a.db"), options);
    if (!store) FAIL(store.error().to_string());
    return *store;
  }
  void reopen() {
    sqlite_.reset();
    sqlite_ = open();
  }

  std::int64_t pick(std::int64_t below) { return static_cast<std::int64_t>(random_() % static_cast<unsigned>(below)); }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(pick(static_cast<std::int64_t>(all.size())))];
  }
  std::string words() {
    std::string text;
    for (std::int64_t i = pick(5); i >= 0; --i) text += one_of(words_) + (pick(4) == 0 ? ", " : " ");
    return text;
  }

  SessionNotes notes() {
    SessionNotes notes;
    if (pick(2) == 0) notes.title = words();
    if (pick(2) == 0) notes.user = one_of(users_);
    for (const char* tag : {"a", "b", "user:u1"}) {
      if (pick(3) == 0) notes.tags.push_back(tag);
    }
    if (pick(3) == 0) notes.metadata = {{"from", words()}};
    if (pick(3) == 0) notes.archived_at = kStartOfRun + pick(1000);
    return notes;
  }

  template <class A, class B>
  static bool same_outcome(const A& a, const B& b) {
    CHECK(a.has_value() == b.has_value());
    if (!a && !b) CHECK(a.error().code == b.error().code);
    return a.has_value();
  }

  void commit() {
    const std::string name = one_of(names_);
    const auto state = *memory_->load(name);
    Conversation conversation = state ? Conversation::resume(*state) : Conversation(name, kStartOfRun + pick(5));
    if (pick(8) == 0) conversation = Conversation(name);  // a writer with a stale version
    const TimeMs now = kStartOfRun + pick(40) * kHour + pick(3);
    conversation.at(now);
    PreparedCommit written = conversation.peek(words(), words(), pick(30) == 0 ? "m1" : "");
    written.state.expires_at = pick(2) == 0 ? 0 : now + pick(10) * kHour;
    written.state.usage = {pick(100), pick(100), pick(100)};
    if (pick(2) == 0) written.state.last_intent = one_of(words_);
    if (written.expected_version == 0 && pick(2) == 0) written.notes = notes();
    for (std::int64_t i = pick(3); i > 0; --i) {
      written.calls.push_back({"call-" + std::to_string(pick(4)), "tool", 1 + pick(written.state.turns),
                               CallRecord::Status::kDone, "key", now, now + pick(5)});
    }
    if (pick(5) == 0) trim(written, name);
    same_outcome(sqlite_->commit(written.commit()), memory_->commit(written.commit()));
  }

  void trim(PreparedCommit& written, const std::string& name) {
    written.first_kept_turn = 1 + pick(written.state.turns);
    const auto all = *memory_->messages(name, 1000);
    for (const Message& message : all) written.state.trimmed += message.turn < written.first_kept_turn ? 1 : 0;
    if (pick(10) == 0) ++written.state.trimmed;  // a wrong count
  }

  void annotate() {
    const std::string name = one_of(names_);
    const SessionNotes with = notes();
    CHECK(*sqlite_->annotate(name, with) == *memory_->annotate(name, with));
  }

  void erase() {
    std::vector<Erasure> all;
    for (std::int64_t i = pick(3); i >= 0; --i) all.push_back({one_of(names_), pick(4) == 0 ? pick(4) : 0, pick(3)});
    CHECK(*sqlite_->erase(all) == *memory_->erase(all));
    const TimeMs before = pick(3);
    CHECK(sqlite_->forget_expired(before));
    CHECK(memory_->forget_expired(before));
  }

  void put() {
    const auto record = *memory_->record(one_of(names_));
    if (!record) return;
    SessionRecord copy = *record;
    copy.state.session = one_of(names_);
    for (StoredTurn& turn : copy.turns) turn.turn.session = copy.state.session;
    same_outcome(sqlite_->put(copy), memory_->put(copy));
  }

  void search() {
    SearchQuery query;
    query.text = pick(10) == 0 ? "\" OR * NOT (" : one_of(words_) + (pick(3) == 0 ? " " + one_of(words_) : "");
    query.limit = static_cast<std::size_t>(pick(30));
    if (pick(3) == 0) query.user = one_of(users_);
    INFO("search " << query.text << " of " << query.user);
    const auto a = *sqlite_->search(query), b = *memory_->search(query);
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      CHECK(a[i].session == b[i].session);
      CHECK(a[i].message == b[i].message);
    }
  }

  void compare_session(const std::string& name) {
    INFO(name);
    CHECK(*sqlite_->load(name) == *memory_->load(name));
    CHECK(*sqlite_->summary(name) == *memory_->summary(name));
    CHECK(*sqlite_->expired(name) == *memory_->expired(name));
    const std::int64_t before = pick(10);
    CHECK(*sqlite_->messages(name, 5, before) == *memory_->messages(name, 5, before));
    const auto a = *sqlite_->record(name), b = *memory_->record(name);
    REQUIRE(a.has_value() == b.has_value());
    if (!a) return;
    CHECK(a->state == b->state);
    CHECK(a->notes == b->notes);
    CHECK(a->messages == b->messages);
    CHECK(a->calls == b->calls);
    REQUIRE(a->turns.size() == b->turns.size());
    for (std::size_t i = 0; i < a->turns.size(); ++i) {
      CHECK(conformance::same_turn(a->turns[i].turn, b->turns[i].turn));
      CHECK((*sqlite_->find_turn(name, b->turns[i].turn.id)).has_value());
    }
  }

  void compare_list() {
    SessionQuery query;
    query.limit = static_cast<std::size_t>(pick(6));
    using Order = SessionQuery::Order;
    query.order = one_of(std::vector<Order>{Order::kByName, Order::kRecentFirst, Order::kOldestFirst});
    using Archived = SessionQuery::Archived;
    query.archived = one_of(std::vector<Archived>{Archived::kNo, Archived::kOnly, Archived::kToo});
    if (pick(3) == 0) query.user = one_of(users_);
    if (pick(3) == 0) query.tag = pick(2) == 0 ? "a" : "user:u1";
    if (pick(5) == 0) query.bot = pick(3) == 0 ? "other" : "acme";
    using Standing = SessionQuery::Standing;
    query.standing = one_of(std::vector<Standing>{Standing::kAny, Standing::kLive, Standing::kExpired});
    query.now = kStartOfRun + pick(40) * kHour;
    if (pick(2) == 0) query.updated_before = kStartOfRun + pick(40) * kHour + pick(3);
    if (pick(2) == 0) query.after = SessionQuery::Place{kStartOfRun + pick(40) * kHour + pick(3), one_of(names_)};
    CHECK(*sqlite_->list(query) == *memory_->list(query));
  }

  std::mt19937 random_;
  const std::size_t unsettled_;
  test::TempFolder folder_;
  std::shared_ptr<SessionStore> sqlite_, memory_;
  const std::vector<std::string> names_ = {"s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"};
  const std::vector<std::string> users_ = {"u1", "u2", "u3"};
  const std::vector<std::string> words_ = {"red",
                                           "R\xC3\xA9"
                                           "d",
                                           "blue",
                                           "GREEN",
                                           "O-12345",
                                           "and",
                                           "near",
                                           "it's"};
};

}  // namespace

TEST_CASE("the SQLite store behaves like the memory store for any operations") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    const test::FaultyVfs quick_disk;
    Pair pair(seed, seed % 2 == 0 ? 1 : SqliteOptions().unsettled_sessions);
    for (int round = 0; round < 6; ++round) {
      for (int i = 0; i < 12; ++i) pair.step();
      pair.compare();
    }
  }
}
