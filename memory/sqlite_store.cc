// The store in a SQLite file.
//
// The idea: one turn is one transaction of four or so rows, each found by its table's own key
// (memory/migrations/sqlite). The version is compared under the write lock, so of two writers one wins and the
// other is told; between processes SQLite's lock does the same as the mutex does between threads.
//
// Invariants
//   1. What commit() acknowledged is in the file, as far as `synchronous` goes.
//   2. No statement is left running between calls: nothing keeps the write-ahead log from being emptied.
//   3. After erase() no byte of the session's text is left in the file or in its log.
//
// Tested by tests/conformance, tests/memory/sqlite_store_test.cc and sqlite_processes_test.cc.
#include "memory/sqlite_store.h"

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <utility>

#include "memory/codec.h"
#include "memory/commit_rules.h"
#include "memory/sqlite_statements.h"
#include "memory/state_memo.h"
#include "memory/summary.h"

namespace parley {
namespace {

using memory::Database;
using memory::Rows;
using memory::Statement;
using memory::Transaction;

constexpr std::size_t kUsualBytes = 1024;  // of a state or a turn as JSON
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

std::int64_t clamped(std::size_t count) {
  return static_cast<std::int64_t>(std::min(count, static_cast<std::size_t>(kNoLimit)));
}

std::optional<Role> role_named(std::string_view name) {
  for (Role role : {Role::kUser, Role::kAssistant, Role::kTool}) {
    if (name == name_of(role)) return role;
  }
  return std::nullopt;
}

struct Statements {
  Statement find_session, load_session, insert_session, update_session;
  Statement insert_message, read_messages;
  Statement put_turn, find_turn;
  Statement list_sessions, erase_session, empty_log;

  static Result<Statements> prepare(const Database& database) {
    namespace sql = memory::sql;
    Statements all;
    const std::array<std::pair<Statement*, const char*>, 11> texts = {{
        {&all.find_session, sql::kFindSession},
        {&all.load_session, sql::kLoadSession},
        {&all.insert_session, sql::kInsertSession},
        {&all.update_session, sql::kUpdateSession},
        {&all.insert_message, sql::kInsertMessage},
        {&all.read_messages, sql::kReadMessages},
        {&all.put_turn, sql::kPutTurn},
        {&all.find_turn, sql::kFindTurn},
        {&all.list_sessions, sql::kListSessions},
        {&all.erase_session, sql::kEraseSession},
        {&all.empty_log, sql::kEmptyLog},
    }};
    for (const auto& [statement, text] : texts) {
      auto prepared = database.prepare(text);
      if (!prepared) return Unexpected(prepared.error());
      *statement = std::move(*prepared);
    }
    return all;
  }
};

class SqliteStore final : public SessionStore {
 public:
  SqliteStore(Database database, Statements statements)
      : database_(std::move(database)), statements_(std::move(statements)) {}

  Result<std::optional<SessionState>> load(std::string_view session) override {
    const std::lock_guard lock(mutex_);
    Rows rows = statements_.load_session.query({session});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) return std::optional<SessionState>();
    const std::string_view json = rows.text(1);
    if (const SessionState* known = memo_.find(session, json); known && known->version == rows.number(0)) {
      return std::optional<SessionState>(*known);
    }
    Result<SessionState> state = memory::state_from_json(json);
    if (!state) return corrupt(state.error().message);
    if (state->session != session || state->version != rows.number(0)) {
      return corrupt("session state: belongs to another session or version");
    }
    memo_.keep(std::string(json), *state);
    return std::optional<SessionState>(std::move(*state));
  }

  Result<std::optional<StoredTurn>> find_turn(std::string_view session, std::string_view message_id) override {
    const std::lock_guard lock(mutex_);
    Rows rows = statements_.find_turn.query({session, message_id});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) return std::optional<StoredTurn>();
    Result<Turn> turn = memory::turn_from_json(rows.text(2), session, message_id, rows.number(0));
    if (!turn) return corrupt(turn.error().message);
    return std::optional<StoredTurn>(StoredTurn{std::move(*turn), rows.number(1) != 0});
  }

  Result<void> commit(const Commit& commit) override {
    if (auto allowed = memory::check_commit(commit); !allowed) return allowed;
    if (auto fits = memory::check_depth(commit.state, commit.turn.turn); !fits) return fits;
    std::string state, answer;
    state.reserve(kUsualBytes);
    answer.reserve(kUsualBytes);
    memory::append_state_json(state, commit.state);
    memory::append_turn_json(answer, commit.turn.turn);

    const std::lock_guard lock(mutex_);
    auto transaction = Transaction::begin(database_);
    if (!transaction) return Unexpected(transaction.error());
    if (auto written = write(commit, state, answer); !written) return written;
    if (auto done = transaction->commit(); !done) return done;
    memo_.keep(std::move(state), commit.state);
    return {};
  }

  Result<std::vector<Message>> messages(std::string_view session, std::size_t limit, std::int64_t before) override {
    const std::lock_guard lock(mutex_);
    Rows rows = statements_.read_messages.query({session, before == 0 ? kNoLimit : before, clamped(limit)});
    std::vector<Message> messages;
    for (;;) {
      const Result<bool> row = rows.next();
      if (!row) return Unexpected(row.error());
      if (!*row) break;
      const std::optional<Role> role = role_named(rows.text(2));
      if (!role) return corrupt("message: unknown role");
      messages.push_back({rows.number(0), rows.number(1), *role, std::string(rows.text(4)), rows.number(3)});
    }
    std::reverse(messages.begin(), messages.end());
    return messages;
  }

  Result<std::vector<SessionSummary>> list(std::size_t limit, std::size_t offset) override {
    const std::lock_guard lock(mutex_);
    Rows rows = statements_.list_sessions.query({clamped(limit), clamped(offset)});
    std::vector<SessionSummary> summaries;
    for (;;) {
      const Result<bool> row = rows.next();
      if (!row) return Unexpected(row.error());
      if (!*row) return summaries;
      SessionSummary& summary = summaries.emplace_back();
      summary.session = rows.text(0);
      summary.bot = rows.text(1);
      summary.created_at = rows.number(2);
      summary.updated_at = rows.number(3);
      summary.turns = rows.number(4);
      summary.messages = rows.number(5);
      summary.last_intent = rows.optional_text(6);
      summary.waiting_for_param = rows.optional_text(7);
    }
  }

  Result<bool> erase(std::string_view session) override {
    const std::lock_guard lock(mutex_);
    if (auto erased = statements_.erase_session.run({session}); !erased) return Unexpected(erased.error());
    const bool existed = database_.changes() > 0;
    memo_.forget(session);
    // Earlier versions of the pages are still in the log. Emptied even when there was nothing to erase: that is how
    // a caller finishes what another process's reading held up.
    Rows rows = statements_.empty_log.query();
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (*row && rows.number(0) != 0) {
      return database_.failure(ErrorCode::kStoreUnavailable,
                               "the session is erased, but another process is reading: its text stays in the "
                               "write-ahead log until erase is called again");
    }
    return existed;
  }

 private:
  Unexpected corrupt(std::string_view what) const { return database_.failure(ErrorCode::kStoreCorrupt, what); }

  // The rows of one turn, inside a transaction.
  Result<void> write(const Commit& commit, const std::string& state, const std::string& answer) {
    const Result<std::int64_t> session = write_session(commit, state);
    if (!session) return Unexpected(session.error());
    for (const Message& message : commit.messages) {
      auto inserted = statements_.insert_message.run(
          {*session, message.seq, message.turn, name_of(message.role), message.at, message.text});
      if (!inserted) return inserted;
    }
    const Turn& turn = commit.turn.turn;
    auto put = statements_.put_turn.run({*session, turn.id, turn.seq, commit.turn.complete, answer});
    if (put && database_.changes() == 0) return memory::already_answered();
    return put;
  }

  // Answers with the session's id.
  Result<std::int64_t> write_session(const Commit& commit, const std::string& json) {
    const SessionState& state = commit.state;
    std::int64_t id = 0, version = 0, messages = 0;
    {
      Rows rows = statements_.find_session.query({state.session});
      const Result<bool> row = rows.next();
      if (!row) return Unexpected(row.error());
      if (*row) {
        id = rows.number(0);
        version = rows.number(1);
        messages = rows.number(2);
      }
    }
    if (version != commit.expected_version) return memory::stale_version();
    if (messages != memory::messages_before(commit)) return memory::messages_not_dense();

    const auto waiting_for = memory::waiting_for_param(state);
    if (version != 0) {
      auto updated = statements_.update_session.run({id, state.version, state.bot, state.updated_at, state.turns,
                                                     state.messages, state.last_intent, waiting_for, json});
      if (!updated) return Unexpected(updated.error());
      return id;
    }
    auto inserted =
        statements_.insert_session.run({state.session, state.version, state.bot, state.created_at, state.updated_at,
                                        state.turns, state.messages, state.last_intent, waiting_for, json});
    if (!inserted) return Unexpected(inserted.error());
    return database_.last_insert_id();
  }

  std::mutex mutex_;
  Database database_;
  Statements statements_;
  memory::StateMemo memo_;
};

}  // namespace

namespace memory {

Result<std::shared_ptr<SessionStore>> make_sqlite_store(Database database) {
  auto statements = Statements::prepare(database);
  if (!statements) return Unexpected(statements.error());
  return std::shared_ptr<SessionStore>(std::make_shared<SqliteStore>(std::move(database), std::move(*statements)));
}

}  // namespace memory
}  // namespace parley
