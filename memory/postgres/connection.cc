// Tested by tests/memory/postgres_faults_test.cc.
#include "memory/postgres/connection.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <utility>

#include <libpq-fe.h>
#include <poll.h>

#include "memory/postgres/errors.h"

namespace parley::memory::postgres {
namespace {

constexpr int kBinary = 1;

// Sets every setting that parley depends on, so that defaults of the server, the database or the role have no effect.
constexpr Statement kConfigure = {
    "",
    "SELECT set_config('search_path', 'parley, pg_temp', false),"
    " set_config('standard_conforming_strings', 'on', false),"
    " set_config('default_transaction_isolation', 'read committed', false),"
    " set_config('statement_timeout', $1, false),"
    " set_config('lock_timeout', $1, false),"
    " set_config('idle_in_transaction_session_timeout', $1, false),"
    " set_config('jit', 'off', false)"};  // compiling would take longer than any of these statements

std::string_view field(const PGresult* result, int code) {
  const char* text = PQresultErrorField(result, code);
  return text ? text : "";
}

std::string without_line_end(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  return std::string(text);
}

// Returns "PostgreSQL database parley on /run/postgresql", without user and password.
std::string to_string(const PGconn* connection) {
  const char* database = PQdb(connection);
  const char* host = PQhost(connection);
  std::string name = "PostgreSQL database";
  if (database && *database) name.append(" ").append(database);
  if (host && *host) name.append(" on ").append(host);
  return name;
}

// Replaces libpq's function that prints notices.
void ignore_notice(void*, const char*) {}

bool is_uri(const std::string& uri) {
  if (uri.rfind("postgresql://", 0) != 0 && uri.rfind("postgres://", 0) != 0) return false;
  PQconninfoOption* options = PQconninfoParse(uri.c_str(), nullptr);
  PQconninfoFree(options);
  return options != nullptr;
}

}  // namespace

// ---- Rows -----------------------------------------------------------------------------------------------

void Rows::Clear::operator()(PGresult* result) const { PQclear(result); }

int Rows::count() const { return PQntuples(result_.get()); }

std::string_view Rows::text(int row, int column) const {
  return std::string_view(PQgetvalue(result_.get(), row, column),
                          static_cast<std::size_t>(PQgetlength(result_.get(), row, column)));
}

std::optional<std::string> Rows::optional_text(int row, int column) const {
  if (PQgetisnull(result_.get(), row, column)) return std::nullopt;
  return std::string(text(row, column));
}

// ---- Connection -----------------------------------------------------------------------------------------

void Connection::Close::operator()(PGconn* connection) const { PQfinish(connection); }

Connection::Connection(PGconn* connection, std::chrono::milliseconds timeout)
    : connection_(connection), name_(to_string(connection)), timeout_(timeout) {}

Result<Connection> Connection::open(const std::string& uri, std::chrono::milliseconds timeout) {
  // The message does not say what is wrong with the URI, because it may contain a password.
  if (!is_uri(uri)) {
    return Unexpected(ErrorCode::kStoreUnavailable,
                      "not a PostgreSQL URI like postgresql://user@host/database?host=/run/postgresql");
  }
  const std::string timeout_s = std::to_string(std::max<std::int64_t>(1, timeout.count() / 1000));
  const char* const keys[] = {"dbname", "fallback_application_name", "client_encoding", "connect_timeout", nullptr};
  const char* const values[] = {uri.c_str(), "parley", "UTF8", timeout_s.c_str(), nullptr};
  constexpr int kExpandUri = 1;
  Connection connection(PQconnectdbParams(keys, values, kExpandUri), timeout);
  PGconn* raw = connection.connection_.get();
  PQsetNoticeProcessor(raw, ignore_notice, nullptr);
  if (PQstatus(raw) != CONNECTION_OK) {
    return connection.failure(ErrorCode::kStoreUnavailable, "cannot connect: " + without_line_end(PQerrorMessage(raw)));
  }
  if (PQsetnonblocking(raw, 1) != 0 || PQenterPipelineMode(raw) != 1) return connection.lost();
  if (auto configured = connection.configure(); !configured) return Unexpected(configured.error());
  return connection;
}

Result<void> Connection::configure() {
  const std::string timeout = std::to_string(timeout_.count());
  const Call call = {&kConfigure, {Bound::text(timeout)}};
  auto done = run({&call});
  if (!done) return Unexpected(done.error());
  return {};
}

Result<std::vector<Rows>> Connection::run(const std::vector<const Call*>& calls) {
  ending_ = Ending::kFine;
  PGconn* connection = connection_.get();
  std::vector<const Statement*> preparations;
  for (const Call* call : calls) {
    if (!send(*call, preparations)) return lost();
  }
  if (PQpipelineSync(connection) != 1) return lost();

  std::vector<Rows> all;
  std::optional<Unexpected> refusal;
  for (const Statement* preparation : preparations) {
    if (!wait_for_result()) return lost();
    Rows rows(PQgetResult(connection));
    const ExecStatusType status = PQresultStatus(rows.result_.get());
    if (status == PGRES_FATAL_ERROR && !refusal) refusal = refused(rows.result_.get());
    if (ending_ == Ending::kLost) return *refusal;
    if (!preparation) {
      all.push_back(std::move(rows));
    } else if (status != PGRES_COMMAND_OK) {
      prepared_.erase(preparation);
    }
    if (!wait_for_result() || PQgetResult(connection)) return lost();  // libpq returns null between two results
  }
  if (!wait_for_result()) return lost();
  const Rows synced(PQgetResult(connection));
  if (PQresultStatus(synced.result_.get()) != PGRES_PIPELINE_SYNC) return lost();
  if (refusal) return *refusal;
  return all;
}

bool Connection::send(const Call& call, std::vector<const Statement*>& preparations) {
  const int count = static_cast<int>(call.values.size());
  std::vector<Oid> types;
  std::vector<const char*> values;
  std::vector<int> sizes;
  for (const Bound& value : call.values) {
    types.push_back(value.type());
    values.push_back(value.data());
    sizes.push_back(value.size());
  }
  const std::vector<int> formats(call.values.size(), kBinary);
  const char* name = call.statement->name;
  const char* sql = call.statement->sql;
  preparations.push_back(nullptr);
  if (!*name) {
    return PQsendQueryParams(connection_.get(), sql, count, types.data(), values.data(), sizes.data(), formats.data(),
                             kBinary) == 1;
  }
  if (prepared_.insert(call.statement).second) {
    preparations.insert(preparations.end() - 1, call.statement);
    if (PQsendPrepare(connection_.get(), name, sql, count, types.data()) != 1) return false;
  }
  return PQsendQueryPrepared(connection_.get(), name, count, values.data(), sizes.data(), formats.data(), kBinary) == 1;
}

Result<void> Connection::run_script(const std::string& sql) {
  ending_ = Ending::kFine;
  PGconn* connection = connection_.get();
  if (PQexitPipelineMode(connection) != 1 || PQsendQuery(connection, sql.c_str()) != 1) return lost();
  std::optional<Unexpected> refusal;
  for (;;) {
    if (!wait_for_result()) return lost();
    const Rows rows(PQgetResult(connection));
    if (!rows.result_) break;
    if (PQresultStatus(rows.result_.get()) == PGRES_FATAL_ERROR && !refusal) refusal = refused(rows.result_.get());
    if (ending_ == Ending::kLost) return *refusal;
  }
  if (PQenterPipelineMode(connection) != 1) return lost();
  if (refusal) return *refusal;
  return {};
}

bool Connection::wait_for_result() {
  // The server itself ends a statement, and each wait for a lock, after timeout_.
  const auto patience = std::clamp<std::int64_t>(2 * timeout_.count() + 1000, 0, std::numeric_limits<int>::max());
  const int patience_ms = static_cast<int>(patience);
  PGconn* connection = connection_.get();
  for (;;) {
    const int unsent = PQflush(connection);
    if (unsent < 0) return false;
    if (!PQisBusy(connection)) return true;
    pollfd socket = {PQsocket(connection), static_cast<short>(unsent ? POLLIN | POLLOUT : POLLIN), 0};
    const int ready = ::poll(&socket, 1, patience_ms);
    if (ready == 0 || (ready < 0 && errno != EINTR)) return false;
    if (ready > 0 && socket.revents != POLLOUT && PQconsumeInput(connection) != 1) return false;
  }
}

bool Connection::is_in_transaction() const { return PQtransactionStatus(connection_.get()) != PQTRANS_IDLE; }

bool Connection::is_ready() const {
  // On an idle connection, a server sends data only when it closes the connection.
  pollfd socket = {PQsocket(connection_.get()), POLLIN, 0};
  return ::poll(&socket, 1, 0) == 0;
}

Unexpected Connection::failure(ErrorCode code, std::string_view what) const {
  return Unexpected(code, std::string(name_).append(": ").append(what));
}

Unexpected Connection::lost() {
  ending_ = Ending::kLost;
  const std::string words = without_line_end(PQerrorMessage(connection_.get()));
  return failure(ErrorCode::kStoreUnavailable,
                 words.empty() ? "the server does not respond" : "the connection was lost: " + words);
}

Unexpected Connection::refused(const PGresult* result) {
  const std::string_view severity = field(result, PG_DIAG_SEVERITY_NONLOCALIZED);
  const std::string_view sqlstate = field(result, PG_DIAG_SQLSTATE);
  if (PQstatus(connection_.get()) != CONNECTION_OK && sqlstate.empty()) return lost();
  const bool is_over = severity == "FATAL" || severity == "PANIC";
  ending_ = is_over ? Ending::kLost : is_conflict(sqlstate) ? Ending::kConflict : Ending::kRefused;
  std::string what(may_quote_values(sqlstate) ? "a stored or new value is out of range or invalid"
                                              : field(result, PG_DIAG_MESSAGE_PRIMARY));
  what.append(" (PostgreSQL ").append(sqlstate).append(")");
  return failure(is_over ? ErrorCode::kStoreUnavailable : code_of(sqlstate), what);
}

}  // namespace parley::memory::postgres
