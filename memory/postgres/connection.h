// A PostgreSQL connection: statements in, rows out.
//
// The idea: run() sends any number of statements in one go (libpq's pipeline mode) and reads all answers. They are one
// transaction without a BEGIN, and one round trip. A statement is prepared on the connection when it is first used
// there.
//
// Every failure is an Error with the database's name, PostgreSQL's own words and its SQLSTATE; never with a bound
// value: what PostgreSQL calls detail and hint may quote one and is left out. Thread-compatible: whoever shares a
// connection guards it.
#pragma once

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

// SQL with a name of its own. Statements are constants: a connection knows them by their address.
struct Statement {
  const char* name;  // empty: prepared anew each time
  const char* sql;
};

struct Call {
  const Statement* statement;
  std::vector<Bound> values;
};

// All rows that a statement gave. Views live as long as this does.
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
  // How the last call of run() or run_script() ended.
  enum class Ending {
    kFine,
    kRefused,   // nothing was done, and it would be refused again
    kConflict,  // nothing was done: others were in the way, and it may well succeed now
    kLost,      // whether it was done is not known, and this connection is of no more use
  };

  static Result<Connection> open(const std::string& uri, int timeout_ms);

  // All or nothing, unless one of the calls ends a transaction by itself.
  Result<std::vector<Rows>> run(const std::vector<const Call*>& calls);
  // Any number of statements without values.
  Result<void> run_script(const std::string& sql);

  Ending ending() const { return ending_; }
  bool is_in_transaction() const;
  // False: the server has hung up, as far as that can be seen from here.
  bool is_ready() const;
  const std::string& name() const { return name_; }                 // "PostgreSQL database parley on /run/postgresql"
  Unexpected failure(ErrorCode code, std::string_view what) const;  // "<database>: <what>"

 private:
  struct Close {
    void operator()(pg_conn* connection) const;
  };
  Connection(pg_conn* connection, int timeout_ms);

  Result<void> configure();
  // Queues the call, and its preparation where it is needed. To `preparations` goes one entry for each answer to come:
  // the statement that it says to be prepared, or null for rows.
  bool send(const Call& call, std::vector<const Statement*>& preparations);
  // Sends what is queued and waits for the next result. False: there is none to be had.
  bool wait_for_result();
  Unexpected lost();
  Unexpected refused(const pg_result* result);  // or lost, when these were its last words

  std::unique_ptr<pg_conn, Close> connection_;
  std::set<const Statement*> prepared_;
  std::string name_;
  int timeout_ms_;
  Ending ending_ = Ending::kFine;
};

}  // namespace parley::memory::postgres
