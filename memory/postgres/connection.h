// Connection runs SQL statements on a PostgreSQL connection and returns their rows.
//
// run() sends any number of statements at once (libpq's pipeline mode) and reads all results in one round trip. The
// statements form one transaction, unless they contain a BEGIN. A statement is prepared on the connection at its first
// use there.
//
// Every error contains the database's name, PostgreSQL's own message and its SQLSTATE. It never contains a bound value.
// PostgreSQL's detail and hint are left out, because they may quote a value. Thread-compatible: callers that share a
// connection must guard it.
#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "memory/postgres/wire.h"
#include "parley/result.h"

struct pg_conn;
struct pg_result;

namespace parley::memory::postgres {

// A named SQL statement. Statements are constants: a connection identifies them by address.
struct Statement {
  const char* name;  // empty: prepared again on each use
  const char* sql;
};

struct Call {
  const Statement* statement;
  std::vector<Bound> values;
};

// Rows holds all rows of a statement's result. Views are valid as long as it exists.
class Rows {
 public:
  int count() const;
  std::int64_t number(int row, int column) const { return number_from_wire(text(row, column)); }
  bool flag(int row, int column) const { return text(row, column) == std::string_view("\1", 1); }
  std::string_view text(int row, int column) const;
  std::optional<std::string> optional_text(int row, int column) const;

 private:
  friend class Connection;
  struct Clear {
    void operator()(pg_result* result) const;
  };
  explicit Rows(pg_result* result) : result_(result) {}
  std::unique_ptr<pg_result, Clear> result_;
};

class Connection {
 public:
  // The outcome of the last call of run() or run_script().
  enum class Ending {
    kFine,
    kRefused,   // nothing was done, and a repetition would fail again
    kConflict,  // nothing was done because of concurrent transactions; a repetition may succeed
    kLost,      // the outcome is unknown, and this connection is unusable
  };

  static Result<Connection> open(const std::string& uri, std::chrono::milliseconds timeout);

  // Runs all calls in one transaction, unless one of them ends a transaction itself.
  Result<std::vector<Rows>> run(const std::vector<const Call*>& calls);
  // Runs any number of statements without values.
  Result<void> run_script(const std::string& sql);

  Ending ending() const { return ending_; }
  bool is_in_transaction() const;
  // Returns false if the server has closed the connection, as far as the client can see.
  bool is_ready() const;
  const std::string& name() const { return name_; }                 // "PostgreSQL database parley on /run/postgresql"
  Unexpected failure(ErrorCode code, std::string_view what) const;  // "<database>: <what>"

 private:
  struct Close {
    void operator()(pg_conn* connection) const;
  };
  Connection(pg_conn* connection, std::chrono::milliseconds timeout);

  Result<void> configure();
  // Queues the call and, if needed, its preparation. `preparations` gets one entry for each expected result: the
  // statement that the result reports as prepared, or null for rows.
  bool send(const Call& call, std::vector<const Statement*>& preparations);
  // Sends queued data and waits for the next result. Returns false if the connection failed.
  bool wait_for_result();
  Unexpected lost();
  Unexpected refused(const pg_result* result);  // returns lost() if the server ended the connection with this result

  std::unique_ptr<pg_conn, Close> connection_;
  std::set<const Statement*> prepared_;
  std::string name_;
  std::chrono::milliseconds timeout_;
  Ending ending_ = Ending::kFine;
};

}  // namespace parley::memory::postgres
