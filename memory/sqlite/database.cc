// Tested by tests/memory/sqlite_store_test.cc.
#include "memory/sqlite/database.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errno_text.h"

namespace parley::memory {

ErrorCode code_of(int status) {
  switch (status & 0xFF) {
    case SQLITE_ERROR:       // the schema is not what the statements expect
    case SQLITE_CORRUPT:     //
    case SQLITE_NOTADB:      //
    case SQLITE_MISMATCH:    //
    case SQLITE_CONSTRAINT:  // commits are checked before they are written, so the cause is in the rows
      return ErrorCode::kStoreCorrupt;
    case SQLITE_TOOBIG: return ErrorCode::kLimitExceeded;
    case SQLITE_MISUSE:
    case SQLITE_RANGE: return ErrorCode::kInternal;
    default: return ErrorCode::kStoreUnavailable;  // busy, full, read-only, unreachable, I/O error, out of memory
  }
}

namespace {

Unexpected sqlite_failure(sqlite3* connection, int status) {
  const char* path = sqlite3_db_filename(connection, "main");
  return Unexpected(code_of(status), std::string(path ? path : "") + ": " + sqlite3_errmsg(connection) + " (SQLite " +
                                         std::to_string(status) + ")");
}

// SQLite counts timeouts in an int.
int in_sqlite(std::chrono::milliseconds timeout) {
  using std::chrono::milliseconds;
  return static_cast<int>(std::clamp<milliseconds>(timeout, milliseconds(0), std::chrono::days(1)).count());
}

Unexpected cannot_open(const std::string& path, const std::string& why) {
  return Unexpected(ErrorCode::kStoreUnavailable, "cannot open '" + path + "': " + why);
}

// Settings that prevent code in an untrusted file from running, and prevent writes to SQLite's own tables.
constexpr struct {
  int option;
  int value;
} kSafeguards[] = {{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                   {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                   {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                   {SQLITE_DBCONFIG_DEFENSIVE, 1}};

std::int64_t size_of_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_size : 0;
}

// SQLite deletes the log of an empty or missing database, and the turns in it. No database that parley wrote is empty
// while its log is not. The size of the log is read first, because another process may create the database now.
Result<void> check_no_orphan_log(const std::string& path) {
  std::error_code ignored;  // SQLite follows links, too
  const std::string log = std::filesystem::weakly_canonical(path, ignored).string() + "-wal";
  if (size_of_file(log) == 0 || size_of_file(path) > 0) return {};
  return cannot_open(path, "'" + log +
                               "' is the log of a database that was moved, removed or emptied, and holds turns of it. "
                               "Put that database back next to its log, or move the log away to begin a new database");
}

// SQLite does not copy the log into a moved file when it closes it. The turns of the log would stay behind. Another
// file in the old place would be read with the log, so the log is then emptied.
void complete_moved_file(sqlite3* connection) {
  const char* path = sqlite3_db_filename(connection, "main");
  int has_moved = 0, keeps_log = 0;
  struct stat status {};
  if (!path || *path == '\0') return;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, -1, &keeps_log);
  if (has_moved == 0 || keeps_log != 0) return;
  const bool is_replaced = ::stat(path, &status) == 0;
  sqlite3_wal_checkpoint_v2(connection, "main", is_replaced ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE,
                            nullptr, nullptr);
}

// Creates the file with mode 0600, because SQLite would apply the umask and conversations are private. An existing file
// must not be opened here: closing it again would drop the locks of this process's other connections to it.
Result<void> ensure_file(const std::string& path, Database::Missing missing) {
  struct stat status {};
  const bool is_there = ::stat(path.c_str(), &status) == 0;
  // SQLite would wait for a pipe, and create a journal next to a device.
  if (is_there && !S_ISREG(status.st_mode)) {
    return cannot_open(path, "not a regular file; name a database file");
  }
  if (is_there || missing == Database::Missing::kCreate) {
    if (auto owned = check_no_orphan_log(path); !owned) return owned;
  }
  if (is_there) return {};
  if (missing != Database::Missing::kCreate) return cannot_open(path, base::errno_text(errno));
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0600);
  if (file < 0) {
    if (errno == EEXIST) return {};
    return cannot_open(path, base::errno_text(errno));
  }
  const bool mode_set = ::fchmod(file, 0600) == 0;
  const int error = errno;
  ::close(file);
  if (!mode_set) return cannot_open(path, base::errno_text(error));
  return {};
}

}  // namespace

// ---- Rows and Statement ---------------------------------------------------------------------------------

Rows::~Rows() {
  if (statement_) sqlite3_reset(statement_);
}

Rows::Rows(Rows&& other) noexcept
    : statement_(std::exchange(other.statement_, nullptr)), bind_status_(other.bind_status_) {}

Result<bool> Rows::next() {
  const int status = bind_status_ == SQLITE_OK ? sqlite3_step(statement_) : bind_status_;
  if (status == SQLITE_ROW) return true;
  if (status == SQLITE_DONE) return false;
  return sqlite_failure(sqlite3_db_handle(statement_), status);
}

std::int64_t Rows::number(int column) const { return sqlite3_column_int64(statement_, column); }

double Rows::real(int column) const { return sqlite3_column_double(statement_, column); }

std::string_view Rows::bytes(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)))
               : std::string_view();
}

std::string_view Rows::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)))
              : std::string_view();
}

std::optional<std::string> Rows::optional_text(int column) const {
  if (sqlite3_column_type(statement_, column) == SQLITE_NULL) return std::nullopt;
  return std::string(text(column));
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Rows Statement::query(std::span<const Bound> values) {
  int status = SQLITE_OK;
  int index = 0;
  for (const Bound& value : values) {
    ++index;
    if (status != SQLITE_OK) break;
    switch (value.kind_) {
      case Bound::Kind::kNull: status = sqlite3_bind_null(statement_.get(), index); break;
      case Bound::Kind::kNumber: status = sqlite3_bind_int64(statement_.get(), index, value.number_); break;
      case Bound::Kind::kText:
        status = sqlite3_bind_text64(statement_.get(), index, value.text_.data() ? value.text_.data() : "",
                                     value.text_.size(), SQLITE_STATIC, SQLITE_UTF8);
        break;
      case Bound::Kind::kBytes:
        status = sqlite3_bind_blob64(statement_.get(), index, value.text_.data() ? value.text_.data() : "",
                                     value.text_.size(), SQLITE_STATIC);
        break;
    }
  }
  return Rows(statement_.get(), status);
}

Result<void> Statement::run(std::initializer_list<Bound> values) {
  return query(values).each([](Rows&) {});
}

// ---- Database -------------------------------------------------------------------------------------------

void Database::Close::operator()(sqlite3* connection) const {
  complete_moved_file(connection);
  sqlite3_close(connection);
}

Result<Database> Database::open(const std::string& path, Missing missing, std::chrono::milliseconds busy_timeout) {
  // SQLite treats an empty path and paths that begin with a colon as databases without a file. It treats paths that
  // begin with "file:" as URIs, whose settings would override these.
  if (path.empty() || path.front() == ':') return cannot_open(path, "not a file name; name a database file");
  if (path.rfind("file:", 0) == 0) {
    return cannot_open(path, "SQLite URIs are not supported; give a file name (./file:... if it begins with 'file:')");
  }
  if (auto ensured = ensure_file(path, missing); !ensured) return Unexpected(ensured.error());

  sqlite3* connection = nullptr;
  const int access = missing == Missing::kFailAndOnlyRead ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  const int flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int status = sqlite3_open_v2(path.c_str(), &connection, flags, nullptr);
  std::error_code ignored;
  Database database(connection, std::filesystem::absolute(path, ignored).string());
  if (status != SQLITE_OK) return cannot_open(path, sqlite3_errstr(status));
  database.log_name_ = std::string(database.path()) + "-wal";
  database.index_name_ = std::string(database.path()) + "-shm";
  database.file_ = identity_of(database.name_);
  int has_moved = 0;  // set if the file was moved after SQLite opened it
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  if (has_moved != 0) return cannot_open(path, "the file was moved or replaced while it was opened");
  if (auto belongs = database.check_log_belongs(); !belongs) return Unexpected(belongs.error());
  for (const auto& [option, value] : kSafeguards) {
    // Reading a damaged file may need what this mode forbids (memory/sqlite/loose_rows.cc).
    if (option == SQLITE_DBCONFIG_DEFENSIVE && missing == Missing::kFailAndOnlyRead) continue;
    if (const int set = sqlite3_db_config(connection, option, value, nullptr); set != SQLITE_OK) {
      return cannot_open(path, std::string("cannot set a safeguard: ") + sqlite3_errstr(set));
    }
  }
  sqlite3_busy_timeout(connection, in_sqlite(busy_timeout));
  auto prepared = database.prepare({{database.begin_, "BEGIN IMMEDIATE"},
                                    {database.begin_reading_, "BEGIN"},
                                    {database.commit_, "COMMIT"},
                                    {database.rollback_, "ROLLBACK"}});
  if (!prepared) return Unexpected(prepared.error());
  return database;
}

Result<Database> Database::open_in_memory() {
  sqlite3* connection = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int status = sqlite3_open_v2(":memory:", &connection, flags, nullptr);
  Database database(connection, {});
  if (status != SQLITE_OK) return cannot_open(":memory:", sqlite3_errstr(status));
  return database;
}

Result<Statement> Database::prepare(std::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int status = sqlite3_prepare_v3(connection_.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (status != SQLITE_OK) return sqlite_failure(connection_.get(), status);
  return Statement(statement);
}

Result<void> Database::prepare(std::initializer_list<Place> all) const {
  for (const Place& place : all) {
    auto prepared = prepare(place.sql);
    if (!prepared) return Unexpected(prepared.error());
    place.statement = std::move(*prepared);
  }
  return {};
}

Result<void> Database::execute(const std::string& sql) const {
  const int status = sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) return sqlite_failure(connection_.get(), status);
  return {};
}

Result<void> Database::execute_patiently(const std::string& sql, std::chrono::milliseconds busy_timeout) const {
  constexpr int kPauseMs = 2;
  sqlite3_busy_timeout(connection_.get(), 0);
  int status = SQLITE_BUSY;
  const int timeout_ms = in_sqlite(busy_timeout);
  for (int waited_ms = 0; (status & 0xFF) == SQLITE_BUSY && waited_ms <= timeout_ms; waited_ms += kPauseMs) {
    if (waited_ms > 0) sqlite3_sleep(kPauseMs);
    status = sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  }
  if (status != SQLITE_OK) return sqlite_failure(connection_.get(), status);
  sqlite3_busy_timeout(connection_.get(), timeout_ms);
  return {};
}

const char* Database::path() const { return sqlite3_db_filename(connection_.get(), "main"); }
bool Database::saw_damage() const {
  const int status = sqlite3_errcode(connection_.get()) & 0xFF;
  return status == SQLITE_CORRUPT || status == SQLITE_NOTADB;
}
bool Database::read_only() const { return sqlite3_db_readonly(connection_.get(), "main") == 1; }
std::int64_t Database::changes() const { return sqlite3_changes64(connection_.get()); }
std::int64_t Database::all_changes() const { return sqlite3_total_changes64(connection_.get()); }
std::int64_t Database::last_insert_id() const { return sqlite3_last_insert_rowid(connection_.get()); }

Unexpected Database::failure(ErrorCode code, std::string_view what) const {
  return Unexpected(code, std::string(sqlite3_db_filename(connection_.get(), "main")).append(": ").append(what));
}

// Some errors end the transaction by themselves. A lack of memory does not, and a new statement could not be prepared.
void Database::roll_back() noexcept {
  if (sqlite3_get_autocommit(connection_.get())) return;
  sqlite3_step(rollback_.statement_.get());
  sqlite3_reset(rollback_.statement_.get());
}

// ---- Transaction ----------------------------------------------------------------------------------------

Result<Transaction> Transaction::begin(Database& database) { return begin(database, database.begin_, true); }
Result<Transaction> Transaction::begin_reading(Database& database) {
  return begin(database, database.begin_reading_, false);
}

Result<Transaction> Transaction::begin(Database& database, Statement& statement, bool writes) {
  if (writes) {
    if (auto same = database.check_not_overwritten(); !same) return Unexpected(same.error());
  }
  database.roll_back();  // a BEGIN that failed without memory may have begun a transaction
  if (auto begun = statement.run(); !begun) return Unexpected(begun.error());
  return Transaction(database, writes);
}

Transaction::Transaction(Transaction&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)), writes_(other.writes_) {}

Transaction::~Transaction() {
  if (database_) database_->roll_back();
}

Result<void> Transaction::commit() {
  if (writes_) {
    if (auto in_place = database_->check_in_place(); !in_place) return in_place;
  }
  if (auto committed = database_->commit_.run(); !committed) return committed;
  Database& database = *std::exchange(database_, nullptr);
  if (!writes_) return {};
  if (auto in_place = database.check_in_place(); !in_place) return in_place;
  return database.check_not_overwritten();
}

}  // namespace parley::memory
