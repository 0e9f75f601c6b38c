// Tested by tests/memory/sqlite_store_test.cc.
#include "memory/sqlite/reading.h"

#include <charconv>
#include <utility>

#include "base/hash.h"
#include "memory/codec.h"
#include "memory/sqlite/statements.h"
#include "memory/sqlite/totals.h"
#include "memory/state_form.h"

namespace parley::memory {
namespace {

Result<CallRecord> call_in(const Database& database, const Rows& rows) {
  CallRecord call;
  call.call_id = rows.text(0);
  call.turn = rows.number(1);
  call.tool = rows.text(2);
  using Status = CallRecord::Status;
  if (!read_name(rows.text(3), call.status, {Status::kStarted, Status::kDone, Status::kFailed, Status::kUnknown})) {
    return database.failure(ErrorCode::kStoreCorrupt, "call: unknown status");
  }
  call.idempotency_key = rows.text(4);
  call.started_at = rows.number(5);
  call.ended_at = rows.number(6);
  return call;
}

// Columns: version, expires_ms, bytes.
Item item_in(const Rows& rows, std::string_view name) {
  return {std::string(name), rows.number(0), rows.number(1), std::string(rows.bytes(2))};
}

// Columns: continuation id, first turn, bytes. The bytes are the time it began, a blank, and the title.
Result<EndedConversation> ended_in(const Database& database, const Rows& rows) {
  const std::string_view bytes = rows.bytes(2);
  EndedConversation ended{std::string(rows.text(0)), rows.number(1), 0, {}};
  const auto read = std::from_chars(bytes.data(), bytes.data() + bytes.size(), ended.began_at);
  if (read.ec != std::errc() || read.ptr == bytes.data() + bytes.size() || *read.ptr != ' ') {
    return database.failure(ErrorCode::kStoreCorrupt, "ended conversation: its start time is missing");
  }
  ended.title = bytes.substr(static_cast<std::size_t>(read.ptr - bytes.data()) + 1);
  return ended;
}

// For Rows::each: appends a value that was read successfully.
template <class T>
Result<void> add(std::vector<T>& all, Result<T> one) {
  if (!one) return Unexpected(one.error());
  all.push_back(std::move(*one));
  return {};
}

}  // namespace

Result<SessionState> stored_state(const Database& database, std::string_view session, std::int64_t version,
                                  std::string_view form) {
  Result<SessionState> state = state_from_form(form);
  if (!state) return database.failure(ErrorCode::kStoreCorrupt, state.error().message);
  if (state->session != session || state->version != version) {
    return database.failure(ErrorCode::kStoreCorrupt, "session state: belongs to another session or version");
  }
  return state;
}

Result<void> read_parts(const Database& database, std::int64_t id, const PartStatements& parts, SessionRecord& record) {
  Result<void> read;
  if (parts.calls) {
    read = parts.calls->query({id}).each([&](Rows& row) { return add(record.calls, call_in(database, row)); });
  }
  if (read && parts.items) {
    read = parts.items->query({id}).each([&](Rows& row) { record.items.push_back(item_in(row, row.text(3))); });
  }
  if (read && parts.ended) {
    read = parts.ended->query({id}).each([&](Rows& row) { return add(record.ended, ended_in(database, row)); });
  }
  return read;
}

std::string conversation_hash(std::string_view continuation_id) {
  return base::fingerprint("conversation " + std::string(continuation_id));
}

Result<void> Reading::prepare() {
  if (auto done = turns_.prepare(); !done) return done;
  if (auto done = turn_ids_.prepare(); !done) return done;
  return database_.prepare({{load_session_, sql::kLoadSession},
                            {find_id_, sql::kFindId},
                            {find_expired_, sql::kFindExpired},
                            {any_expired_, sql::kAnyExpired},
                            {find_conversation_, sql::kFindConversation},
                            {find_call_, sql::kFindCall},
                            {read_session_, sql::kReadSession},
                            {read_calls_, sql::kReadCalls},
                            {read_items_, sql::kReadItems},
                            {read_ended_, sql::kReadEnded},
                            {find_item_, sql::kFindItem},
                            {list_items_, sql::kListItems},
                            {counts_, sql::kCounts},
                            {count_unsettled_, sql::kCountUnsettled},
                            {totals_, sql::kTotals},
                            {expired_total_, sql::kExpiredTotal},
                            {pages_, sql::kPages}});
}

Result<Reading::StoredState> Reading::state(std::string_view session) {
  Rows rows = load_session_.query({session});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  if (!*row) return StoredState();
  return StoredState{rows.number(0), std::string(rows.bytes(1)), {rows.number(2), rows.number(3), rows.number(4) != 0}};
}

Result<Reading::Found> Reading::find(std::string_view session) {
  Rows rows = find_id_.query({session});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row ? Found{rows.number(0), rows.number(1)} : Found();
}

Result<std::optional<StoredTurn>> Reading::turn(std::string_view session, std::string_view message_id) {
  auto moment = Transaction::begin_reading(database_);
  if (!moment) return Unexpected(moment.error());
  const auto found = find(session);
  if (!found) return Unexpected(found.error());
  if (found->id == 0) return std::optional<StoredTurn>();
  const auto seq = turn_ids_.find(found->id, found->turns, message_id);
  if (!seq) return Unexpected(seq.error());
  if (*seq == 0) return std::optional<StoredTurn>();
  return turns_.turn(found->id, *seq, session, message_id);
}

Result<std::vector<Message>> Reading::messages(std::string_view session, std::size_t limit, std::int64_t before) {
  auto moment = Transaction::begin_reading(database_);
  if (!moment) return Unexpected(moment.error());
  const auto found = find(session);
  if (!found) return Unexpected(found.error());
  if (found->id == 0) return std::vector<Message>();
  return turns_.messages(found->id, limit, before);
}

Result<std::vector<StoredTurn>> Reading::turns(std::string_view session, std::int64_t after, std::size_t limit) {
  auto moment = Transaction::begin_reading(database_);
  if (!moment) return Unexpected(moment.error());
  const auto found = find(session);
  if (!found) return Unexpected(found.error());
  if (found->id == 0 || after >= found->turns) return std::vector<StoredTurn>();
  return turns_.turns(found->id, session, std::max<std::int64_t>(after + 1, 0), limit);
}

Result<std::vector<Message>> Reading::turn_messages(std::string_view session, std::int64_t first, std::int64_t last) {
  auto moment = Transaction::begin_reading(database_);
  if (!moment) return Unexpected(moment.error());
  const auto found = find(session);
  if (!found) return Unexpected(found.error());
  first = std::max<std::int64_t>(first, 0);
  last = std::min(last, found->turns);
  if (found->id == 0 || first > last) return std::vector<Message>();
  return turns_.turn_messages(found->id, first, last);
}

Result<std::optional<TimeMs>> Reading::expired(std::string_view session) {
  const std::string hash = base::fingerprint(session);
  Rows rows = find_expired_.query({hash});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row ? std::optional<TimeMs>(rows.number(0)) : std::nullopt;
}

Result<bool> Reading::any_expired() {
  Rows rows = any_expired_.query();
  if (const Result<bool> row = rows.next(); !row) return Unexpected(row.error());
  return rows.number(0) != 0;
}

Result<std::optional<ConversationPlace>> Reading::conversation(std::string_view continuation_id) {
  if (continuation_id.empty()) return std::optional<ConversationPlace>();
  std::vector<ConversationPlace> places;
  auto read = find_conversation_.query({continuation_id}).each([&](Rows& row) {
    places.push_back({std::string(row.text(0)), row.number(1) != 0, row.number(2)});
    return Result<void>();
  });
  if (!read) return Unexpected(read.error());
  if (places.size() == 1) return std::optional<ConversationPlace>(std::move(places.front()));
  if (!places.empty()) return std::optional<ConversationPlace>();
  const std::string hash = conversation_hash(continuation_id);
  Rows rows = find_expired_.query({hash});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row ? std::optional<ConversationPlace>(ConversationPlace()) : std::nullopt;
}

Result<std::optional<CallRecord>> Reading::call(std::string_view session, std::string_view call_id) {
  Rows rows = find_call_.query({session, call_id});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  if (!*row) return std::optional<CallRecord>();
  Result<CallRecord> call = call_in(database_, rows);
  if (!call) return Unexpected(call.error());
  return std::optional<CallRecord>(std::move(*call));
}

Result<std::optional<SessionRecord>> Reading::record(std::string_view session) {
  auto moment = Transaction::begin_reading(database_);
  if (!moment) return Unexpected(moment.error());
  SessionRecord record;
  std::int64_t id = 0;
  {
    Rows rows = read_session_.query({session});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) return std::optional<SessionRecord>();
    Result<SessionState> state = stored_state(database_, session, rows.number(0), rows.bytes(1));
    if (!state) return Unexpected(state.error());
    record.state = std::move(*state);
    id = rows.number(2);
    if (const std::string_view json = rows.text(3); !json.empty()) {
      Result<SessionNotes> notes = notes_from_json(json);
      if (!notes) return database_.failure(ErrorCode::kStoreCorrupt, notes.error().message);
      record.notes = std::move(*notes);
    }
  }
  if (auto read = turns_.all(id, record); !read) return Unexpected(read.error());
  if (auto read = read_parts(database_, id, {&read_calls_, &read_items_, &read_ended_}, record); !read) {
    return Unexpected(read.error());
  }
  if (auto done = moment->commit(); !done) return Unexpected(done.error());
  return std::optional<SessionRecord>(std::move(record));
}

Result<std::optional<Item>> Reading::item(std::string_view session, std::string_view name) {
  Rows rows = find_item_.query({session, name});
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row ? std::optional<Item>(item_in(rows, name)) : std::nullopt;
}

Result<std::vector<ItemInfo>> Reading::items(std::string_view session, std::string_view prefix) {
  std::vector<ItemInfo> all;
  Rows rows = list_items_.query({session, prefix});
  for (;;) {
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row || !rows.text(0).starts_with(prefix)) return all;
    all.push_back({std::string(rows.text(0)), rows.number(1), rows.number(2), rows.number(3)});
  }
}

// The sums over the settled sessions.
Result<StoreCounts> Reading::settled_counts() {
  StoreCounts counts;
  auto read = totals_.query().each([&](Rows& row) {
    const std::int64_t number = row.number(1);
    switch (row.number(0)) {
      case kTotalSessions: counts.sessions = number; break;
      case kTotalArchived: counts.archived = number; break;
      case kTotalTurns: counts.turns = number; break;
      case kTotalMessages: counts.messages = number; break;
      default: break;
    }
  });
  if (!read) return Unexpected(read.error());
  return counts;
}

Result<std::int64_t> Reading::unarchived() {
  auto moment = Transaction::begin_reading(database_);
  if (!moment) return Unexpected(moment.error());
  const auto settled = settled_counts();
  if (!settled) return Unexpected(settled.error());
  Rows rows = count_unsettled_.query({std::int64_t{0}});
  if (const Result<bool> row = rows.next(); !row) return Unexpected(row.error());
  return settled->sessions - settled->archived + rows.number(0);
}

Result<StoreCounts> Reading::counts(TimeMs now) {
  auto moment = Transaction::begin_reading(database_);
  if (!moment) return Unexpected(moment.error());
  auto counts = settled_counts();
  if (!counts) return counts;
  {
    Rows expired = expired_total_.query({now});
    if (const Result<bool> row = expired.next(); !row) return Unexpected(row.error());
    counts->expired = expired.number(0);
  }
  for (const std::int64_t archived : {0, 1}) {
    Rows rows = counts_.query({archived, now});
    if (const Result<bool> row = rows.next(); !row) return Unexpected(row.error());
    counts->sessions += rows.number(0);
    counts->expired += rows.number(1);
    counts->archived += rows.number(2);
    counts->turns += rows.number(3);
    counts->messages += rows.number(4);
  }
  Rows pages = pages_.query();
  if (const Result<bool> row = pages.next(); !row) return Unexpected(row.error());
  counts->bytes = pages.number(0);
  return counts;
}

}  // namespace parley::memory
