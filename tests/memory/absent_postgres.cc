// For tests over each store in a build without PARLEY_POSTGRES: there is no server to connect to.
#include "base/absent.h"
#include "memory/postgres/connection.h"

namespace parley::memory::postgres {

void Connection::Close::operator()(pg_conn*) const {}

Result<Connection> Connection::open(const std::string&, int) { return base::absent("PostgreSQL", "PARLEY_POSTGRES"); }

Result<void> Connection::run_script(const std::string&) { return base::absent("PostgreSQL", "PARLEY_POSTGRES"); }

}  // namespace parley::memory::postgres
