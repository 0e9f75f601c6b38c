// The baseline of the PostgreSQL store: prepared statements, with all statements of a transaction in one round trip
// (libpq's pipeline mode).
#include <map>
#include <utility>

#include <libpq-fe.h>

#include "benchmarks/bare.h"

namespace bare {
namespace {

constexpr int kText = 0;
constexpr int kBinary = 1;

constexpr char kBegin[] =
    "INSERT INTO session (name, version, bot, created_ms, updated_ms, expires_ms, turns, messages, trimmed,"
    " last_intent, waiting_for_param, input_tokens, output_tokens, cost, state, title, user_hash, tags, metadata,"
    " archived_ms) VALUES ($1, $2, $4, $5, $5, 0, $2, $6, 0, $7, $8, 0, 0, 0, $3, '', '', '{}', '{}', 0)";
constexpr char kContinue[] =
    "UPDATE session SET version = $2, bot = $4, updated_ms = $5, expires_ms = 0, turns = $2,"
    " messages = messages + $6, trimmed = 0, last_intent = $7, waiting_for_param = $8, input_tokens = 0,"
    " output_tokens = 0, cost = 0, state = $3 WHERE name = $1 AND version = $2 - 1";
constexpr char kMessage[] =
    "INSERT INTO message (session, seq, turn, role, at_ms, text, words)"
    " SELECT id, messages - $2, $3, $4, $5, $6, $7 FROM session WHERE name = $1";
constexpr char kTurn[] =
    "INSERT INTO turn (session, message_id, seq, complete, answer)"
    " SELECT id, $2, $3, true, $4 FROM session WHERE name = $1";

using Result = std::unique_ptr<PGresult, decltype(&PQclear)>;

class Connection {
 public:
  explicit Connection(const std::string& uri) : connection_(PQconnectdb(uri.c_str()), &PQfinish) {
    if (PQstatus(get()) != CONNECTION_OK) fail(PQerrorMessage(get()));
    PQsetNoticeProcessor(
        get(), [](void*, const char*) {}, nullptr);
  }
  PGconn* get() const { return connection_.get(); }

  void execute(const std::string& sql) { check(result_of(PQexec(get(), sql.c_str())), PGRES_COMMAND_OK); }

  template <class Take>
  void each_row(const char* sql, Take take) {
    const Result rows = result_of(PQexecParams(get(), sql, 0, nullptr, nullptr, nullptr, nullptr, kText));
    check(rows, PGRES_TUPLES_OK);
    for (int row = 0; row < PQntuples(rows.get()); ++row) {
      take([&](int column) { return PQgetvalue(rows.get(), row, column); });
    }
  }

  static Result result_of(PGresult* result) { return Result(result, &PQclear); }
  void check(const Result& result, ExecStatusType wanted) const {
    if (PQresultStatus(result.get()) != wanted) fail(PQerrorMessage(get()));
  }

 private:
  std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
};

// The values of one statement. Bytes are sent in binary form, numbers and arrays as text.
class Values {
 public:
  Values& bytes(const std::string& value) { return add(value, kBinary); }
  Values& text(const std::string& value) { return add(value, kText); }
  Values& number(std::int64_t value) { return add(std::to_string(value), kText); }

  void send(PGconn* connection, const char* statement) const {
    std::vector<const char*> data;
    std::vector<int> sizes;
    for (const std::string& value : held_) {
      data.push_back(value.data());
      sizes.push_back(static_cast<int>(value.size()));
    }
    if (PQsendQueryPrepared(connection, statement, static_cast<int>(held_.size()), data.data(), sizes.data(),
                            formats_.data(), kBinary) != 1) {
      fail(PQerrorMessage(connection));
    }
  }

 private:
  Values& add(std::string value, int format) {
    held_.push_back(std::move(value));
    formats_.push_back(format);
    return *this;
  }

  std::vector<std::string> held_;
  std::vector<int> formats_;
};

class PostgresStore final : public Store {
 public:
  explicit PostgresStore(const std::string& uri) : connection_(uri) {
    connection_.execute("DROP SCHEMA IF EXISTS bare CASCADE");
    connection_.execute("CREATE SCHEMA bare");
    connection_.execute("SET search_path = bare");
    connection_.execute("SET jit = off");
    connection_.execute(migrations_of(PARLEY_POSTGRES_MIGRATIONS));
    for (const auto& [name, sql] : {std::pair{"begin", kBegin}, std::pair{"continue", kContinue},
                                    std::pair{"message", kMessage}, std::pair{"turn", kTurn}}) {
      connection_.check(Connection::result_of(PQprepare(connection_.get(), name, sql, 0, nullptr)), PGRES_COMMAND_OK);
    }
    if (PQenterPipelineMode(connection_.get()) != 1) fail(PQerrorMessage(connection_.get()));
  }

  void write(const Turn* turns, std::size_t count) override {
    std::size_t sent = 0;
    for (std::size_t i = 0; i < count; ++i) sent += send(turns[i]);
    if (PQpipelineSync(connection_.get()) != 1) fail(PQerrorMessage(connection_.get()));
    for (; sent > 0; --sent) {
      const Result result = next_result();
      connection_.check(result, PGRES_COMMAND_OK);
      if (std::string(PQcmdTuples(result.get())) != "1") fail("a session has another version than expected");
      next_result();  // the null result between two statements
    }
    connection_.check(next_result(), PGRES_PIPELINE_SYNC);
  }

 private:
  Result next_result() { return Connection::result_of(PQgetResult(connection_.get())); }

  // Returns the number of statements.
  std::size_t send(const Turn& turn) {
    PGconn* connection = connection_.get();
    const std::int64_t at = kStart + turn.number;
    const auto messages = static_cast<std::int64_t>(turn.messages.size());
    Values session;
    session.bytes(turn.session).number(turn.number).bytes(turn.state).bytes(kBot).number(at).number(messages);
    session.bytes("refund").bytes("order_id").send(connection, turn.number == 1 ? "begin" : "continue");
    std::int64_t after = messages;
    for (const Message& message : turn.messages) {
      Values values;
      values.bytes(turn.session).number(--after).number(turn.number).bytes(message.role).number(at);
      values.bytes(message.text).text(message.words).send(connection, "message");
    }
    Values answer;
    answer.bytes(turn.session).bytes(turn.message_id).number(turn.number).bytes(turn.answer).send(connection, "turn");
    return turn.messages.size() + 2;
  }

  Connection connection_;
};

}  // namespace

std::unique_ptr<Store> open_postgres(const std::string& uri) { return std::make_unique<PostgresStore>(uri); }

std::vector<Turn> turns_in_postgres(const std::string& uri) {
  Connection connection(uri);
  connection.execute("SET search_path = parley");
  std::map<std::pair<std::int64_t, std::int64_t>, Turn> turns;  // by session and number
  connection.each_row(
      "SELECT session, turn.seq, convert_from(name, 'UTF8'), convert_from(message_id, 'UTF8'),"
      " convert_from(state, 'UTF8'), convert_from(answer, 'UTF8') FROM turn JOIN session ON session = id",
      [&](auto column) {
        Turn turn{column(2), std::atoll(column(1)), column(3), column(4), column(5), {}};
        turns[{std::atoll(column(0)), turn.number}] = std::move(turn);
      });
  connection.each_row(
      "SELECT session, turn, convert_from(role, 'UTF8'), convert_from(text, 'UTF8'), words FROM message"
      " ORDER BY session, seq",
      [&](auto column) {
        turns[{std::atoll(column(0)), std::atoll(column(1))}].messages.push_back({column(2), column(3), column(4)});
      });
  std::vector<Turn> in_order;
  for (auto& [place, turn] : turns) in_order.push_back(std::move(turn));
  return in_order;
}

}  // namespace bare
