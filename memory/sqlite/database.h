// RAII types for a SQLite connection, its statements and its transactions.
//
// Every error contains the file's path and SQLite's own message, and never a bound value. Thread-compatible: callers
// that share a connection must guard it.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "parley/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace parley::memory {

// A value to bind. Borrows the text, which must live until the statement has run.
class Bound {
 public:
  Bound(std::int64_t number) : kind_(Kind::kNumber), number_(number) {}
  Bound(std::string_view text) : kind_(Kind::kText), text_(text) {}
  Bound(const std::string& text) : kind_(Kind::kText), text_(text) {}
  Bound(const char* text) : kind_(Kind::kText), text_(text) {}
  static Bound bytes(std::string_view bytes) {
    Bound bound(bytes);
    bound.kind_ = Kind::kBytes;
    return bound;
  }
  Bound(const std::optional<std::string>& text) : kind_(text ? Kind::kText : Kind::kNull) {
    if (text) text_ = *text;
  }

 private:
  friend class Statement;
  enum class Kind { kNull, kNumber, kText, kBytes };
  Kind kind_;
  std::int64_t number_ = 0;
  std::string_view text_;
};

// The rows of a running statement. The destructor ends the run: an open run would prevent the write-ahead log from
// being emptied.
class Rows {
 public:
  ~Rows();
  Rows(Rows&& other) noexcept;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  Rows& operator=(Rows&&) = delete;

  Result<bool> next();  // false: no more rows

  // Calls take(*this) for each remaining row. `take` returns nothing, or a Result<void> whose error stops the
  // iteration.
  template <class Take>
  Result<void> each(Take take) {
    for (;;) {
      const Result<bool> row = next();
      if (!row) return Unexpected(row.error());
      if (!*row) return {};
      if constexpr (std::is_void_v<decltype(take(*this))>) {
        take(*this);
      } else if (Result<void> taken = take(*this); !taken) {
        return taken;
      }
    }
  }

  // The columns of the current row. Views are valid until the next call of next().
  std::int64_t number(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;
  std::string_view bytes(int column) const;
  std::optional<std::string> optional_text(int column) const;

 private:
  friend class Statement;
  Rows(sqlite3_stmt* statement, int bind_status) : statement_(statement), bind_status_(bind_status) {}
  sqlite3_stmt* statement_;
  int bind_status_;  // an error of binding is reported for the first row
};

// A prepared statement. Its database must outlive it. A default-constructed statement must not be used.
class Statement {
 public:
  Statement() = default;
  Rows query(std::initializer_list<Bound> values = {}) { return query({values.begin(), values.size()}); }
  Rows query(std::span<const Bound> values);                   // values for ?1, ?2, ...
  Result<void> run(std::initializer_list<Bound> values = {});  // runs to the end and ignores rows

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

ErrorCode code_of(int sqlite_status);

class Database {
 public:
  enum class Missing { kCreate, kFail, kFailAndOnlyRead };

  // Creates files with mode 0600, even if the umask allows more or less. SQLite gives -wal and -shm the same mode.
  // Triggers and views in the file have no effect, because the file may come from an untrusted source.
  static Result<Database> open(const std::string& path, Missing missing, std::chrono::milliseconds busy_timeout);

  // A database of this connection alone, without a file. check_in_place() and the functions below it must not be used.
  static Result<Database> open_in_memory();

  Result<Statement> prepare(std::string_view sql) const;
  struct Place {
    Statement& statement;
    const char* sql;
  };
  Result<void> prepare(std::initializer_list<Place> all) const;
  Result<void> execute(const std::string& sql) const;  // any number of statements
  // Retries while other processes hold a lock. SQLite ignores the busy timeout for the lock that the change to WAL
  // needs. Without retries, another process that opens the file at the same moment would make the call fail.
  Result<void> execute_patiently(const std::string& sql, std::chrono::milliseconds busy_timeout) const;

  const char* path() const;
  bool read_only() const;
  bool saw_damage() const;           // the last call failed because of the file's content, not because of the request
  std::int64_t changes() const;      // rows written by the last statement
  std::int64_t all_changes() const;  // by all statements
  std::int64_t last_insert_id() const;
  Unexpected failure(ErrorCode code, std::string_view what) const;  // "<path>: <what>"

  // kStoreUnavailable: the file's name no longer leads to the open file. Also checks the names of the file's log and of
  // the log's index. A process that opens the file later would not find data that was written to moved files. Requires
  // that the log is open, which it is during and after a transaction.
  Result<void> check_in_place();
  // kStoreUnavailable: the file now holds the bytes of another database or of an older copy, according to its header.
  // After this error, closing the connection leaves the log as it is.
  Result<void> check_not_overwritten();

  // ---- the file below SQLite's pages

  std::int64_t file_size() const;
  std::int64_t log_size() const;
  // Returns the first `size` bytes of the log's index, which all connections share, or null. Valid as long as this
  // connection is open. Requires an open log.
  void* log_index(int size) const;
  Result<std::string> read_file(std::int64_t offset, std::size_t size) const;
  Result<void> write_file(std::int64_t offset, std::string_view bytes) const;
  Result<void> sync_file() const;
  void forget_pages() const;  // drops cached pages; requires that no transaction and no statement is open
  // If `keep` is true, closing the connection does not copy the log into the file.
  void keep_log_when_closed(bool keep) const;

 private:
  friend class Transaction;
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  Database(sqlite3* connection, std::string name) : connection_(connection), name_(std::move(name)) {}

  // Identifies a file as long as it is open. identity_of() returns an empty optional if the file does not exist.
  struct Identity {
    std::uint64_t device = 0, number = 0;
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  static std::optional<Identity> identity_of(const std::string& path);

  // The database header. The pair (`changes`, `pages`) only grows: SQLite writes it when it copies the log into the
  // file.
  struct Header {
    std::uint32_t id = 0;  // PRAGMA user_version (memory/sqlite/database_id.h); 0: not set
    std::uint32_t changes = 0, pages = 0;
    bool may_follow(const Header& earlier) const;
  };
  std::optional<Header> header() const;
  static Header header_in(std::string_view bytes);
  // kStoreUnavailable: the log belongs to another database, or to a newer copy of the file.
  Result<void> check_log_belongs() const;

  std::unique_ptr<sqlite3, Close> connection_;
  std::string name_;                            // absolute; it may lead through symbolic links
  std::string log_name_, index_name_;           // the names of SQLite's files next to the file to which name_ leads
  std::optional<Identity> file_, log_, index_;  // of the open files; log_ and index_ are set at the first write
  std::optional<Header> header_;                // the header that was read last
  void roll_back() noexcept;                    // without effect if no transaction is open
  Statement begin_, begin_reading_, commit_, rollback_;
};

// A transaction, which begins with begin() and ends with commit(). Without commit(), the destructor rolls it back. A
// writing transaction takes the write lock at its beginning (BEGIN IMMEDIATE). It waits for other processes there, and
// cannot fail because of them later. Its begin() and commit() check that the file is still the same and in its place.
class Transaction {
 public:
  static Result<Transaction> begin(Database& database);
  static Result<Transaction> begin_reading(Database& database);  // a consistent snapshot
  ~Transaction();
  Transaction(Transaction&& other) noexcept;
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  Transaction& operator=(Transaction&&) = delete;

  Result<void> commit();

 private:
  static Result<Transaction> begin(Database& database, Statement& statement, bool writes);
  Transaction(Database& database, bool writes) : database_(&database), writes_(writes) {}
  Database* database_;  // null: finished
  bool writes_;
};

}  // namespace parley::memory
