// A plain connection to PostgreSQL that creates databases and inspects them.
#pragma once

#include <memory>
#include <string>

#include <catch2/catch.hpp>
#include <libpq-fe.h>

namespace parley::torture {

class RawPostgres {
 public:
  explicit RawPostgres(const std::string& uri) : connection_(PQconnectdb(uri.c_str()), PQfinish) {
    if (PQstatus(connection_.get()) != CONNECTION_OK) FAIL(PQerrorMessage(connection_.get()));
    run("SET client_min_messages = error");
  }

  // Returns the first column of the first row; an empty text if there are no rows.
  std::string run(const std::string& sql) const {
    const std::unique_ptr<PGresult, void (*)(PGresult*)> result(PQexec(connection_.get(), sql.c_str()), PQclear);
    const ExecStatusType status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) FAIL(PQerrorMessage(connection_.get()));
    return PQntuples(result.get()) > 0 ? PQgetvalue(result.get(), 0, 0) : std::string();
  }

 private:
  std::unique_ptr<PGconn, void (*)(PGconn*)> connection_;
};

}  // namespace parley::torture
