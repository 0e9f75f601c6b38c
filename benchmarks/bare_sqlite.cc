// The baseline of the SQLite store, with the same SQL and settings.
#include <map>

#include <sqlite3.h>

#include "benchmarks/bare.h"
#include "memory/sqlite/statements.h"

namespace bare {
namespace {

constexpr std::int64_t kTurnsOfSession = std::int64_t{1} << 24;  // numbers of turns, in the id of a row

class SqliteStore final : public Store {
 public:
  SqliteStore(const std::string& path, bool full) {
    check(sqlite3_open_v2(path.c_str(), &connection_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                          nullptr));
    execute("PRAGMA journal_mode = wal");
    execute(full ? "PRAGMA synchronous = 2" : "PRAGMA synchronous = 1");
    for (const char* pragma : {"PRAGMA foreign_keys = 1", "PRAGMA secure_delete = 1", "PRAGMA temp_store = 2",
                               "PRAGMA trusted_schema = 0", "PRAGMA cell_size_check = 1", "PRAGMA mmap_size = 0",
                               "PRAGMA cache_size = -4096", "PRAGMA wal_autocheckpoint = 4096"}) {
      execute(pragma);
    }
    execute("PRAGMA foreign_keys = 0");
    execute(migrations_of(PARLEY_SQLITE_MIGRATIONS));
    execute("PRAGMA foreign_keys = 1");
    namespace sql = parley::memory::sql;
    begin_ = prepare("BEGIN IMMEDIATE");
    commit_ = prepare("COMMIT");
    find_session_ = prepare(sql::kFindSession);
    insert_session_ = prepare(sql::kInsertSession);
    update_session_ = prepare(sql::kUpdateSession);
    insert_turn_ = prepare(sql::kInsertTurn);
  }

  ~SqliteStore() override {
    for (sqlite3_stmt* statement : {begin_, commit_, find_session_, insert_session_, update_session_, insert_turn_}) {
      sqlite3_finalize(statement);
    }
    sqlite3_close(connection_);
  }
  SqliteStore(const SqliteStore&) = delete;
  SqliteStore& operator=(const SqliteStore&) = delete;

  void write(const Turn* turns, std::size_t count) override {
    run(begin_);
    for (std::size_t i = 0; i < count; ++i) write_rows(turns[i]);
    run(commit_);
  }

 private:
  void write_rows(const Turn& turn) {
    text(find_session_, 1, turn.session);
    std::int64_t id = 0, version = 0, messages = 0;
    if (sqlite3_step(find_session_) == SQLITE_ROW) {
      id = sqlite3_column_int64(find_session_, 0);
      version = sqlite3_column_int64(find_session_, 1);
      messages = sqlite3_column_int64(find_session_, 4);
    }
    sqlite3_reset(find_session_);
    if (version != turn.number - 1) fail("a session has another version than expected");
    const std::int64_t messages_then = messages + static_cast<std::int64_t>(turn.messages.size());
    if (version == 0) {
      text(insert_session_, 1, turn.session);
      number(insert_session_, 2, turn.number);
      text(insert_session_, 3, kBot);
      number(insert_session_, 4, kStart);
      number(insert_session_, 5, kStart + turn.number);
      number(insert_session_, 6, kStart / 3600000);
      session_columns(insert_session_, 7, turn, messages_then);
      number(insert_session_, 17, 0);
      text(insert_session_, 18, "");
      number(insert_session_, 19, 0);
      text(insert_session_, 20, turn.session);
      run(insert_session_);
      id = sqlite3_last_insert_rowid(connection_);
    } else {
      number(update_session_, 1, id);
      number(update_session_, 2, turn.number);
      text(update_session_, 3, kBot);
      number(update_session_, 4, kStart + turn.number);
      session_columns(update_session_, 5, turn, messages_then);
      run(update_session_);
    }
    number(insert_turn_, 1, id * kTurnsOfSession + turn.number);
    text(insert_turn_, 2, turn.message_id);
    number(insert_turn_, 3, 1);
    number(insert_turn_, 4, messages + 1);
    bytes(insert_turn_, 5, turn.answer);
    run(insert_turn_);
  }

  void check(int status) const {
    if (status != SQLITE_OK && status != SQLITE_DONE) fail(sqlite3_errmsg(connection_));
  }
  void execute(const std::string& sql) { check(sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr)); }
  sqlite3_stmt* prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v3(connection_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr));
    return statement;
  }
  void run(sqlite3_stmt* statement) {
    check(sqlite3_step(statement));
    sqlite3_reset(statement);
  }
  void number(sqlite3_stmt* statement, int index, std::int64_t value) {
    check(sqlite3_bind_int64(statement, index, value));
  }
  void text(sqlite3_stmt* statement, int index, const std::string& value) {
    check(sqlite3_bind_text(statement, index, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT));
  }

  void bytes(sqlite3_stmt* statement, int index, const std::string& value) {
    check(sqlite3_bind_blob(statement, index, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT));
  }

  // The columns from expires_ms to state are the same in the insert and in the update.
  void session_columns(sqlite3_stmt* statement, int first, const Turn& turn, std::int64_t messages) {
    number(statement, first, 0);
    number(statement, first + 1, turn.number);
    number(statement, first + 2, messages);
    for (int column = 3; column <= 6; ++column) number(statement, first + column, 0);
    text(statement, first + 7, "refund");
    text(statement, first + 8, "order_id");
    bytes(statement, first + 9, turn.state);
  }

  sqlite3* connection_ = nullptr;
  sqlite3_stmt* begin_ = nullptr;
  sqlite3_stmt* commit_ = nullptr;
  sqlite3_stmt* find_session_ = nullptr;
  sqlite3_stmt* insert_session_ = nullptr;
  sqlite3_stmt* update_session_ = nullptr;
  sqlite3_stmt* insert_turn_ = nullptr;
};

std::string text_of(sqlite3_stmt* row, int column) {
  const auto* text = static_cast<const char*>(sqlite3_column_blob(row, column));
  return text ? std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(row, column))) : std::string();
}

template <class Take>
void each_row(sqlite3* database, const char* sql, Take take) {
  sqlite3_stmt* rows = nullptr;
  int status = sqlite3_prepare_v2(database, sql, -1, &rows, nullptr);
  while (status == SQLITE_OK && sqlite3_step(rows) == SQLITE_ROW) take(rows);
  sqlite3_finalize(rows);
  if (status != SQLITE_OK) fail(sqlite3_errmsg(database));
}

}  // namespace

std::unique_ptr<Store> open_sqlite(const std::string& path, bool full) {
  return std::make_unique<SqliteStore>(path, full);
}

std::vector<Turn> turns_in_sqlite(const std::string& path) {
  sqlite3* database = nullptr;
  if (sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) {
    fail(path + " cannot be opened");
  }
  std::map<std::pair<std::int64_t, std::int64_t>, Turn> turns;  // by session and number
  // The body of a turn holds its answer and its messages, which the baseline only counts.
  each_row(database,
           "SELECT session.id, turn.id & 16777215, name, message_id, state, body,"
           " lead(first_message, 1, messages + 1) OVER (PARTITION BY session.id ORDER BY turn.id) - first_message"
           " FROM turn JOIN session ON session.id = turn.id >> 24",
           [&](sqlite3_stmt* row) {
             Turn turn{
                 text_of(row, 2), sqlite3_column_int64(row, 1), text_of(row, 3), text_of(row, 4), text_of(row, 5), {}};
             turn.messages.resize(static_cast<std::size_t>(sqlite3_column_int64(row, 6)));
             turns[{sqlite3_column_int64(row, 0), turn.number}] = std::move(turn);
           });
  sqlite3_close(database);
  std::vector<Turn> in_order;
  for (auto& [place, turn] : turns) in_order.push_back(std::move(turn));
  return in_order;
}

}  // namespace bare
