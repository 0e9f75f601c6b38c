// Implements the store in a SQLite file.
//
// A turn writes the row of its session and its own row, and finds each by the primary key of its table
// (memory/migrations/sqlite). It reads neither while the session is known (memory/sqlite/known_sessions.h). Turns that
// arrive together share one transaction (memory/group_commit.h). The version is compared under the write lock. If two
// writers conflict, one succeeds and the other gets an error. This store's lock separates the writers of one process,
// and SQLite's lock separates processes. A second connection reads, and waits for no commit. The reads of a turn use
// the writing connection while it is free, because it has the pages in its cache. The reading connection must reload
// them after each commit.
//
// Invariants
//   1. An acknowledged commit() is in the file, as durably as `synchronous` requires.
//   2. No statement runs between calls, so that the write-ahead log can always be emptied.
//   3. After erase() no byte of the session's text is left in the file or in its log.
//   4. A call that takes both locks takes the lock of the writing connection first.
//
// Sessions that were idle for some time are settled (memory/sqlite/settling.h), which turns do not wait for.
//
// Tested by tests/conformance, tests/memory/sqlite_store_test.cc and sqlite_processes_test.cc.
#include "memory/sqlite/store.h"

#include <algorithm>
#include <mutex>
#include <type_traits>
#include <utility>

#include "memory/codec.h"
#include "memory/commit_rules.h"
#include "memory/group_commit.h"
#include "memory/sqlite/connections.h"
#include "memory/sqlite/known_sessions.h"
#include "memory/sqlite/settler.h"
#include "memory/sqlite/statements.h"

namespace parley {
namespace {

using memory::Database;
using memory::or_overwritten;
using memory::PreparedCommit;
using memory::ReadConnection;
using memory::Transaction;
using memory::WriteConnection;

class SqliteStore final : public SessionStore {
 public:
  SqliteStore(Database writes, Database reads, memory::SettlingPolicy settling)
      : writer_(std::move(writes)),
        reader_(std::move(reads)),
        settler_(std::move(settling), {[this] { return unsettled(); }, [this] { return erasures(); },
                                       [this](memory::SettlingBatch& batch) { return write_settled(batch); }}) {}

  Result<void> prepare() {
    if (auto done = writer_.prepare(); !done) return done;
    log_ = memory::LogWatch::of(writer_.database);
    return reader_.prepare();
  }

  // ---- turns

  Result<std::optional<SessionState>> load(std::string_view session) override {
    const auto before = log_.now();
    if (auto known = known_.find(session, before)) {
      return known->version == 0 ? std::optional<SessionState>() : std::optional<SessionState>(std::move(*known));
    }
    auto stored = read([&](memory::Reading& reading) { return reading.state(session); });
    if (!stored) return Unexpected(stored.error());
    const auto after = log_.now();
    if (stored->version == 0) {
      SessionState unknown;
      unknown.session = session;
      known_.learn(before, after, {}, {}, unknown);
      return std::optional<SessionState>();
    }
    auto same = known_.find_same(session, stored->form);
    Result<SessionState> state = same && same->version == stored->version
                                     ? Result<SessionState>(std::move(*same))
                                     : memory::stored_state(reader_.database, session, stored->version, stored->form);
    if (!state) return Unexpected(state.error());
    known_.learn(before, after, stored->row, std::move(stored->form), *state);
    return std::optional<SessionState>(std::move(*state));
  }

  Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view message_id) override {
    return read([&](memory::Reading& reading) { return reading.turn(session, message_id); });
  }

  Result<void> commit(const Commit& commit) override {
    if (auto allowed = memory::check_commit(commit); !allowed) return allowed;
    if (auto fits = memory::check_depth(commit.state, commit.turn.turn); !fits) return fits;
    PreparedCommit prepared = PreparedCommit::of(commit);
    return commits_.commit(prepared);
  }

  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    return reader_.with([&](ReadConnection& reader) { return reader.reading.messages(session, limit, before); });
  }

  Result<std::vector<StoredTurn>> turns(std::string_view session, std::int64_t after, std::size_t limit) override {
    return reader_.with([&](ReadConnection& reader) { return reader.reading.turns(session, after, limit); });
  }

  Result<std::vector<Message>> turn_messages(std::string_view session, std::int64_t first, std::int64_t last) override {
    return reader_.with([&](ReadConnection& reader) { return reader.reading.turn_messages(session, first, last); });
  }

  Result<std::optional<TimeMs>> expired(std::string_view session) override {
    const auto before = log_.now();
    if (known_.none_expired(before)) return std::optional<TimeMs>();
    auto expired = read([&](memory::Reading& reading) { return reading.expired(session); });
    if (!expired || *expired) return expired;
    const auto any = read([](memory::Reading& reading) { return reading.any_expired(); });
    if (any && !*any) known_.learn_none_expired(before, log_.now());
    return expired;
  }

  Result<std::optional<ConversationPlace>> find_conversation(std::string_view continuation_id) override {
    return read([&](memory::Reading& reading) { return reading.conversation(continuation_id); });
  }

  Result<std::optional<CallRecord>> find_call(std::string_view session, std::string_view call_id) override {
    return reader_.with([&](ReadConnection& reader) { return reader.reading.call(session, call_id); });
  }

  // ---- items

  Result<std::optional<Item>> item(std::string_view session, std::string_view name) override {
    return reader_.with([&](ReadConnection& reader) { return reader.reading.item(session, name); });
  }

  Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix) override {
    return reader_.with([&](ReadConnection& reader) { return reader.reading.items(session, prefix); });
  }

  Result<void> change_items(const ItemChange& change) override {
    if (auto allowed = memory::check_items(change); !allowed) return allowed;
    return writer_.with([&](WriteConnection& writer) { return writer.writing.change_items(change); });
  }

  Result<std::size_t> drop_expired_items(TimeMs now) override {
    std::size_t dropped = 0;
    auto done = writer_.with([&](WriteConnection& writer) -> Result<void> {
      const auto gone = writer.writing.drop_expired_items(now);
      if (!gone) return Unexpected(gone.error());
      dropped = *gone;
      return {};
    });
    if (!done) return Unexpected(done.error());
    return dropped;
  }

  // ---- whole sessions

  Result<std::vector<SessionInfo>> list(const SessionQuery& query) override {
    return reader_.with([&](ReadConnection& reader) { return reader.listing.list(query); });
  }

  Result<std::optional<SessionInfo>> summary(std::string_view session) override {
    return reader_.with([&](ReadConnection& reader) { return reader.listing.summary(session); });
  }

  Result<std::optional<SessionRecord>> record(std::string_view session) override {
    return reader_.with([&](ReadConnection& reader) { return reader.reading.record(session); });
  }

  Result<StoreCounts> counts(TimeMs now) override {
    return reader_.with([&](ReadConnection& reader) { return reader.reading.counts(now); });
  }

  Result<std::int64_t> unarchived() override {
    return reader_.with([&](ReadConnection& reader) { return reader.reading.unarchived(); });
  }

  Result<bool> annotate(std::string_view session, const SessionNotes& notes) override {
    if (auto allowed = memory::check_notes(notes); !allowed) return Unexpected(allowed.error());
    bool known = false;
    auto done = writer_.with([&](WriteConnection& writer) -> Result<void> {
      const auto annotated = writer.writing.annotate(session, notes);
      if (!annotated) return Unexpected(annotated.error());
      known = *annotated;
      return {};
    });
    if (!done) return Unexpected(done.error());
    return known;
  }

  Result<void> put(const SessionRecord& record) override {
    if (auto allowed = memory::check_record(record); !allowed) return allowed;
    auto done = writer_.with([&](WriteConnection& writer) { return writer.writing.put(record); });
    if (done) settler_.note_written(1);
    return done;
  }

  Result<void> forget_expired(TimeMs before) override {
    return writer_.with([&](WriteConnection& writer) { return writer.writing.forget_expired(before); });
  }

  Result<std::vector<SearchHit>> search(const SearchQuery& query) override {
    if (auto settled = settler_.settle(); !settled) return Unexpected(settled.error());
    return reader_.with([&](ReadConnection& reader) { return reader.index.find(query); });
  }

  Result<std::size_t> erase(const std::vector<Erasure>& sessions) override {
    std::size_t erased = 0;
    auto done = writer_.with([&](WriteConnection&) { return erase_rows(sessions, erased); });
    if (!done) return Unexpected(done.error());
    for (const Erasure& erasure : sessions) known_.forget(erasure.session);
    if (auto scrubbed = scrub(); !scrubbed) return Unexpected(scrubbed.error());
    return erased;
  }

 private:
  using Commits = memory::GroupCommit<PreparedCommit>;

  // Returns the result of read(reading), on the writing connection if it is free.
  template <class Read>
  std::invoke_result_t<Read, memory::Reading&> read(Read read) {
    if (const std::unique_lock lock(writer_.mutex, std::try_to_lock); lock) {
      return or_overwritten(writer_.database, read(writer_.reading));
    }
    return reader_.with([&](ReadConnection& reader) { return read(reader.reading); });
  }

  // ---- groups of commits

  // Writes all commits in one transaction. A stale commit writes nothing and does not affect the others. After any
  // other error the transaction is rolled back. If one commit caused the error, each commit is tried alone.
  void write_group(const std::vector<Commits::Member*>& members) {
    const std::lock_guard lock(writer_.mutex);
    bool try_each = false;
    auto done = write_turns(members, [&](Commits::Member* member) -> Result<void> {
      if (member->answer || member->answer.error().code == ErrorCode::kStaleVersion) return {};
      try_each = members.size() > 1 && member->answer.error().code != ErrorCode::kStoreUnavailable;
      return Unexpected(member->answer.error());
    });
    if (done) return;
    for (Commits::Member* member : members) {
      if (try_each) done = write_turns({member}, [](Commits::Member* one) { return one->answer; });
      if (!done) member->answer = done;
    }
  }

  // Writes the turns of the members in one transaction, which check(member) can stop after each of them.
  template <class Check>
  Result<void> write_turns(const std::vector<Commits::Member*>& members, Check check) {
    memory::KnownSessions::Position before;
    std::vector<memory::KnownSessions::Written> written;
    written.reserve(members.size());  // after the commit, nothing may fail
    auto done = writer_.transaction([&]() -> Result<void> {
      before = log_.now();
      known_.begin(before);
      for (Commits::Member* member : members) {
        member->answer = writer_.writing.commit(member->work, known_);
        if (auto checked = check(member); !checked) return checked;
      }
      return {};
    });
    if (!done) return done;
    settler_.note_written(static_cast<std::int64_t>(members.size()));
    for (Commits::Member* member : members) {
      PreparedCommit& work = member->work;
      if (member->answer) written.push_back({std::move(work.row), std::move(work.state), work.commit.state});
    }
    known_.moved(before, log_.now(), std::move(written));
    return done;
  }

  // ---- settling

  Result<std::int64_t> unsettled() {
    return reader_.with([](ReadConnection& reader) { return reader.settling.unsettled(); });
  }

  std::int64_t erasures() {
    const std::lock_guard lock(writer_.mutex);
    return erasures_;
  }

  Result<void> write_settled(memory::SettlingBatch& batch) {
    const std::lock_guard lock(writer_.mutex);
    if (batch.erasures != erasures_) return {};  // an id of the batch may belong to another session now
    memory::KnownSessions::Position before;
    std::vector<std::int64_t> changed;
    auto done = writer_.transaction([&]() -> Result<void> {
      before = log_.now();
      known_.begin(before);
      auto settled = writer_.settling.settle(batch);
      if (!settled) return Unexpected(settled.error());
      changed = std::move(*settled);
      return {};
    });
    if (done) known_.settled(before, log_.now(), changed);
    return done;
  }

  // ---- erasing

  Result<void> erase_rows(const std::vector<Erasure>& sessions, std::size_t& erased) {
    ++erasures_;
    std::vector<std::int64_t> with_words;
    for (const Erasure& erasure : sessions) {
      const auto gone = writer_.writing.erase(erasure);
      if (!gone) return Unexpected(gone.error());
      erased += gone->id != 0 ? 1 : 0;
      if (gone->has_words) with_words.push_back(gone->id);
    }
    if (erased == 0) return {};
    std::sort(with_words.begin(), with_words.end());
    if (!with_words.empty()) {
      if (auto removed = writer_.index.remove(with_words); !removed) return removed;
    }
    return writer_.scrub.note_due();
  }

  // Overwrites the remains of erased rows in the file and in its log. The transaction of the erasure records that this
  // work is due. If a crash or a reading process delays the work, the next erase finishes it.
  Result<void> scrub() {
    const auto due = is_scrub_due();
    if (!due) return Unexpected(due.error());
    std::int64_t next = 0;
    for (bool more = *due; more;) {
      const std::scoped_lock lock(writer_.mutex, reader_.mutex, settler_.reads());
      const auto step = writer_.scrub.go_on(next);
      if (!step) return Unexpected(step.error());
      more = *step;
    }
    return {};
  }

  Result<bool> is_scrub_due() {
    const std::lock_guard lock(writer_.mutex);
    return writer_.scrub.is_due();
  }

  WriteConnection writer_;
  ReadConnection reader_;
  memory::LogWatch log_;
  memory::KnownSessions known_;
  Commits commits_{[this](const std::vector<Commits::Member*>& members) { write_group(members); }};

  std::int64_t erasures_ = 0;  // guarded by writer_.mutex
  memory::Settler settler_;
};

}  // namespace

namespace memory {

Result<std::shared_ptr<SessionStore>> make_sqlite_store(Database writes, Database reads, SettlingPolicy settling) {
  auto store = std::make_shared<SqliteStore>(std::move(writes), std::move(reads), std::move(settling));
  if (auto prepared = store->prepare(); !prepared) return Unexpected(prepared.error());
  return std::shared_ptr<SessionStore>(std::move(store));
}

}  // namespace memory
}  // namespace parley
