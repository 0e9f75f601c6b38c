// Implements the store in a PostgreSQL database, for any number of processes on any number of machines.
//
// Each call is one round trip. A turn is one statement that locks its session's row and writes only if the session is
// in the expected state. If two writers conflict, exactly one succeeds, wherever they run. Turns that arrive together
// share a transaction (turn_writer.h).
//
// Invariants
//   1. An acknowledged commit() is committed, as durably as the server's synchronous_commit says.
//   2. A row of message, turn, call or item is written and deleted only while its session's row is locked. Expired
//      items are an exception: they may be deleted at any time.
//   3. After a lost connection, the store finds out whether the sent statements took effect; it never guesses.
//
// Tested by tests/conformance, tests/memory/postgres_store_test.cc and postgres_faults_test.cc.
#include "memory/postgres/store.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "memory/codec.h"
#include "memory/commit_rules.h"
#include "memory/postgres/listing.h"
#include "memory/postgres/pool.h"
#include "memory/postgres/read_rows.h"
#include "memory/postgres/statements.h"
#include "memory/postgres/turn_writer.h"
#include "memory/postgres/written_rows.h"
#include "memory/state_cache.h"

namespace parley::memory::postgres {
namespace {

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

class PostgresStore final : public SessionStore {
 public:
  PostgresStore(std::string uri, const PostgresOptions& options, Connection connection)
      : pool_(std::move(uri), options, std::move(connection)), writer_(pool_, std::max(1, options.connections / 2)) {}

  Result<std::optional<SessionState>> load(std::string_view session) override {
    const auto rows = pool_.query(sql::kLoadSession, {session});
    if (!rows) return Unexpected(rows.error());
    if (rows->count() == 0) return std::optional<SessionState>();
    const std::string_view json = rows->text(0, 1);
    if (auto known = remembered(session, json); known && known->version == rows->number(0, 0)) return known;
    auto state = checked(read_state(*rows, 0, session));
    if (!state) return Unexpected(state.error());
    remember(std::string(json), *state);
    return std::optional<SessionState>(std::move(*state));
  }

  Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view message_id) override {
    const auto rows = pool_.query(sql::kFindTurn, {session, message_id});
    if (!rows) return Unexpected(rows.error());
    if (rows->count() == 0) return std::optional<StoredTurn>();
    return or_none(checked(read_turn(*rows, 0, session, message_id)));
  }

  Result<void> commit(const Commit& commit) override {
    if (auto allowed = check_commit(commit); !allowed) return allowed;
    if (auto fits = check_depth(commit.state, commit.turn.turn); !fits) return fits;
    const WrittenRows rows(commit);
    if (auto written = write(commit, rows); !written) return written;
    remember(rows.state(), commit.state);
    return {};
  }

  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    const auto rows = pool_.query(sql::kReadMessages, {session, before == 0 ? kNoLimit : before, Bound::count(limit)});
    if (!rows) return Unexpected(rows.error());
    auto messages = checked(read_all(*rows, [&](int row) { return read_message(*rows, row); }));
    if (messages) std::reverse(messages->begin(), messages->end());
    return messages;
  }

  Result<std::vector<StoredTurn>> turns(std::string_view session, std::int64_t after, std::size_t limit) override {
    const auto rows = pool_.query(sql::kReadTurns, {session, after, Bound::count(limit)});
    if (!rows) return Unexpected(rows.error());
    return checked(read_all(*rows, [&](int row) { return read_turn(*rows, row, session, rows->text(row, 3)); }));
  }

  Result<std::vector<Message>> turn_messages(std::string_view session, std::int64_t first, std::int64_t last) override {
    if (first > last) return std::vector<Message>();
    const auto rows = pool_.query(sql::kReadTurnMessages, {session, first, std::min(last, kNoLimit - 1) + 1});
    if (!rows) return Unexpected(rows.error());
    return checked(read_all(*rows, [&](int row) { return read_message(*rows, row); }));
  }

  Result<std::optional<TimeMs>> expired(std::string_view session) override {
    const auto rows = pool_.query(sql::kExpired, {session});
    if (!rows) return Unexpected(rows.error());
    return rows->count() == 0 ? std::nullopt : std::optional<TimeMs>(rows->number(0, 0));
  }

  Result<std::optional<ConversationPlace>> find_conversation(std::string_view continuation_id) override {
    constexpr std::int64_t kCurrent = 1, kErased = 2;
    if (continuation_id.empty()) return std::optional<ConversationPlace>();
    const auto rows = pool_.query(sql::kFindConversation, {continuation_id});
    if (!rows) return Unexpected(rows.error());
    std::vector<ConversationPlace> places, erased;
    for (int row = 0; row < rows->count(); ++row) {
      const std::int64_t which = rows->number(row, 1);
      ConversationPlace place{std::string(rows->text(row, 0)), which == kCurrent, rows->number(row, 2)};
      (which == kErased ? erased : places).push_back(std::move(place));
    }
    if (places.empty()) places = std::move(erased);
    return places.size() == 1 ? std::optional<ConversationPlace>(std::move(places.front())) : std::nullopt;
  }

  Result<std::optional<CallRecord>> find_call(std::string_view session, std::string_view call_id) override {
    const auto rows = pool_.query(sql::kFindCall, {session, call_id});
    if (!rows) return Unexpected(rows.error());
    if (rows->count() == 0) return std::optional<CallRecord>();
    return or_none(checked(read_call(*rows, 0)));
  }

  Result<std::optional<Item>> item(std::string_view session, std::string_view name) override {
    const auto rows = pool_.query(sql::kFindItem, {session, name});
    if (!rows) return Unexpected(rows.error());
    return rows->count() == 0 ? std::nullopt : std::optional<Item>(read_item(*rows, 0, name));
  }

  Result<std::vector<ItemInfo>> items(std::string_view session, std::string_view prefix) override {
    const auto rows = pool_.query(sql::kListItems, {session, prefix});
    if (!rows) return Unexpected(rows.error());
    return read_all(*rows, [&](int row) -> Result<ItemInfo> {
      return ItemInfo{std::string(rows->text(row, 0)), rows->number(row, 1), rows->number(row, 2),
                      rows->number(row, 3)};
    });
  }

  Result<void> change_items(const ItemChange& change) override {
    if (auto allowed = check_items(change); !allowed) return allowed;
    const std::vector<std::string_view> removed(change.remove.begin(), change.remove.end());
    std::vector<Bound> values = {change.session, change.begun_at};
    const Call hold = {&sql::kHoldSession, values};
    for (Bound& column : item_columns(change.put)) values.push_back(std::move(column));
    values.emplace_back(removed);
    const Call write = {&sql::kChangeItems, std::move(values)};
    // The call is not repeated after a lost connection, because a change that was already written would be rejected as
    // stale.
    const auto answer = pool_.run({&hold, &write}, Pool::Repeat::kNever);
    if (!answer.rows) return Unexpected(answer.rows.error());
    const Rows& outcome = (*answer.rows)[1];
    if (outcome.number(0, 0) == 0) return unknown_session();
    return outcome.number(0, 1) == 0 ? Result<void>() : stale_item();
  }

  Result<std::size_t> drop_expired_items(TimeMs now) override {
    const auto rows = pool_.query(sql::kDropExpiredItems, {now});
    if (!rows) return Unexpected(rows.error());
    return static_cast<std::size_t>(rows->number(0, 0));
  }

  Result<std::vector<SessionInfo>> list(const SessionQuery& query) override {
    Listing listing = listing_of(query);
    const Statement statement = {"", listing.sql.c_str()};
    const auto rows = pool_.query(statement, std::move(listing.values));
    if (!rows) return Unexpected(rows.error());
    return checked(read_all(*rows, [&](int row) { return read_session_info(*rows, row, BadNotes::kOmit); }));
  }

  Result<std::optional<SessionInfo>> summary(std::string_view session) override {
    const auto rows = pool_.query(sql::kSummary, {session});
    if (!rows) return Unexpected(rows.error());
    if (rows->count() == 0) return std::optional<SessionInfo>();
    return or_none(checked(read_session_info(*rows, 0, BadNotes::kFail)));
  }

  Result<bool> annotate(std::string_view session, const SessionNotes& notes) override {
    if (auto good = check_notes(notes); !good) return Unexpected(good.error());
    const std::string metadata = metadata_json(notes);
    std::vector<Bound> values = notes_columns(notes, metadata);
    values.insert(values.begin(), session);
    const auto rows = pool_.query(sql::kAnnotate, std::move(values));
    if (!rows) return Unexpected(rows.error());
    return rows->count() == 1;
  }

  Result<std::optional<SessionRecord>> record(std::string_view session) override {
    const Call begin = {&sql::kBeginReading, {}}, end = {&sql::kEndReading, {}};
    const Call state = {&sql::kRecordSession, {session}}, messages = {&sql::kRecordMessages, {session}};
    const Call turns = {&sql::kRecordTurns, {session}}, calls = {&sql::kRecordCalls, {session}};
    const Call items = {&sql::kRecordItems, {session}}, ended = {&sql::kRecordEnded, {session}};
    const auto answer =
        pool_.run({&begin, &state, &messages, &turns, &calls, &items, &ended, &end}, Pool::Repeat::kWhenLost);
    if (!answer.rows) return Unexpected(answer.rows.error());
    const std::vector<Rows>& all = *answer.rows;
    if (all[1].count() == 0) return std::optional<SessionRecord>();
    return or_none(checked(read_record(session, all[1], all[2], all[3], all[4], all[5], all[6])));
  }

  Result<void> put(const SessionRecord& record) override {
    if (auto allowed = check_record(record); !allowed) return allowed;
    const WrittenRows rows(record);
    const auto outcome = writer_.write(record.state.session, rows);
    if (!outcome) return Unexpected(outcome.error());
    if (outcome->written) return {};
    if (!outcome->repeated) return session_exists();
    const auto stored = pool_.query(sql::kLoadSession, {record.state.session});
    if (!stored) return Unexpected(stored.error());
    return stored->count() == 1 && stored->text(0, 1) == rows.state() ? Result<void>() : session_exists();
  }

  std::string erase_leaves() const override {
    return "pages of the database server until they are vacuumed and reused, its write-ahead log and its standbys";
  }

  Result<std::size_t> erase(const std::vector<Erasure>& sessions) override {
    std::vector<std::string_view> names;
    std::vector<std::int64_t> only_versions, expired_at;
    for (const Erasure& each : sessions) {
      names.emplace_back(each.session);
      only_versions.push_back(each.only_version);
      expired_at.push_back(each.expired_at);
    }
    const std::vector<Bound> values = {names, only_versions, expired_at};
    const Call mark = {&sql::kMarkDoomed, values}, erase = {&sql::kEraseDoomed, values};
    const Call forget = {&sql::kForgetErased, values};
    // The call is not repeated after a lost connection, because the repetition could not return the number of erased
    // sessions.
    const auto answer = pool_.run({&mark, &erase, &forget}, Pool::Repeat::kNever);
    if (!answer.rows) return Unexpected(answer.rows.error());
    {
      const std::lock_guard lock(memo_mutex_);
      for (const Erasure& each : sessions) memo_.forget(each.session);
    }
    return static_cast<std::size_t>((*answer.rows)[1].number(0, 0));
  }

  Result<std::vector<SearchHit>> search(const SearchQuery& query) override {
    const auto words = word_hashes(query.text);
    if (words.empty()) return std::vector<SearchHit>();
    const auto rows = pool_.query(sql::kSearch, {words, query.user, Bound::count(query.limit)});
    if (!rows) return Unexpected(rows.error());
    return checked(read_all(*rows, [&](int row) -> Result<SearchHit> {
      auto message = read_message(*rows, row, 1);
      if (!message) return Unexpected(message.error());
      return SearchHit{std::string(rows->text(row, 0)), std::move(*message)};
    }));
  }

  Result<void> forget_expired(TimeMs before) override {
    const auto done = pool_.query(sql::kForgetExpired, {before});
    if (!done) return Unexpected(done.error());
    return {};
  }

  Result<StoreCounts> counts(TimeMs now) override {
    const auto rows = pool_.query(sql::kCount, {now});
    if (!rows) return Unexpected(rows.error());
    return StoreCounts{rows->number(0, 0), rows->number(0, 1), rows->number(0, 2),
                       rows->number(0, 3), rows->number(0, 4), rows->number(0, 5)};
  }

 private:
  // Adds the database's name to errors about contradictory rows.
  template <class T>
  Result<T> checked(Result<T> read) const {
    if (!read) return pool_.corrupt(read.error().message);
    return read;
  }

  template <class T>
  static Result<std::optional<T>> or_none(Result<T> read) {
    if (!read) return Unexpected(read.error());
    return std::optional<T>(std::move(*read));
  }

  static Result<SessionRecord> read_record(std::string_view session, const Rows& states, const Rows& messages,
                                           const Rows& turns, const Rows& calls, const Rows& items, const Rows& over) {
    auto state = read_state(states, 0, session);
    if (!state) return Unexpected(state.error());
    auto notes = read_notes(states, 0, 2);
    if (!notes) return Unexpected(notes.error());
    auto said = read_all(messages, [&](int row) { return read_message(messages, row); });
    if (!said) return Unexpected(said.error());
    auto answered = read_all(turns, [&](int row) { return read_turn(turns, row, session, turns.text(row, 3)); });
    if (!answered) return Unexpected(answered.error());
    auto called = read_all(calls, [&](int row) { return read_call(calls, row); });
    if (!called) return Unexpected(called.error());
    auto kept = read_all(items, [&](int row) -> Result<Item> { return read_item(items, row, items.text(row, 3)); });
    auto ended = read_all(over, [&](int row) -> Result<EndedConversation> {
      return EndedConversation{std::string(over.text(row, 0)), over.number(row, 1), over.number(row, 2),
                               std::string(over.text(row, 3))};
    });
    return SessionRecord{std::move(*state),  std::move(*notes), std::move(*said), std::move(*answered),
                         std::move(*called), std::move(*kept),  std::move(*ended)};
  }

  Result<void> write(const Commit& commit, const WrittenRows& rows) {
    TurnWriter::Outcome outcome;
    if (may_begin(commit)) {
      const auto written = writer_.write(commit.state.session, rows);
      if (!written) return Unexpected(written.error());
      if (written->written) return {};
      outcome = *written;
    }
    const auto met = pool_.query(sql::kLookAgain, {commit.state.session, commit.turn.turn.id});
    if (!met) return Unexpected(met.error());
    if (outcome.repeated && is_stored(commit, rows, *met)) return {};
    return why_refused(commit, *met);
  }

  // Makes the checks that kBegin cannot make, because nothing is stored yet.
  static bool may_begin(const Commit& commit) {
    return commit.expected_version != 0 ||
           (messages_before(commit) == 0 && commit.turn.turn.seq == 1 && commit.state.trimmed == 0);
  }

  // Returns whether the commit is already stored: as the current state or, if the session has advanced, as one of its
  // turns.
  static bool is_stored(const Commit& commit, const WrittenRows& rows, const Rows& met) {
    if (met.count() == 0 || met.number(0, 0) < commit.state.version) return false;
    if (met.number(0, 0) == commit.state.version) return met.text(0, 4) == rows.state();
    return met.number(0, 5) == commit.turn.turn.seq && met.text(0, 7) == rows.answer();
  }

  // Finds the error for a rejected commit. The statement itself does not report why it wrote nothing.
  static Unexpected why_refused(const Commit& commit, const Rows& met) {
    if (met.count() == 0) return stale_version();
    const Turn& turn = commit.turn.turn;
    const bool is_known = met.optional_text(0, 5).has_value();
    const bool is_open = is_known && !met.flag(0, 6) && met.number(0, 5) == turn.seq;
    const bool fits = met.number(0, 0) == commit.expected_version && met.number(0, 8) == commit.state.created_at &&
                      met.number(0, 2) == messages_before(commit) &&
                      (is_open ? met.number(0, 1) == turn.seq : !is_known && met.number(0, 1) == turn.seq - 1);
    const bool trims_right = commit.first_kept_turn == 0 && commit.state.trimmed == met.number(0, 3);
    return fits && !trims_right ? trimmed_miscounted() : stale_version();
  }

  std::optional<SessionState> remembered(std::string_view session, std::string_view json) {
    const std::lock_guard lock(memo_mutex_);
    const SessionState* known = memo_.find(session, json);
    return known ? std::optional<SessionState>(*known) : std::nullopt;
  }

  void remember(std::string json, const SessionState& state) {
    const std::lock_guard lock(memo_mutex_);
    memo_.keep(std::move(json), state);
  }

  Pool pool_;
  TurnWriter writer_;
  std::mutex memo_mutex_;
  StateCache memo_;
};

}  // namespace

std::shared_ptr<SessionStore> make_store(std::string uri, const PostgresOptions& options, Connection connection) {
  return std::make_shared<PostgresStore>(std::move(uri), options, std::move(connection));
}

}  // namespace parley::memory::postgres
