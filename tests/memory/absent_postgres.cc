// Stubs for tests over all stores in a build without PARLEY_POSTGRES. No server is available.
#include "base/absent.h"
#include "memory/postgres/connection.h"

namespace parley::memory::postgres {

void Connection::Close::operator()(pg_conn*) const {}

Result<Connection> Connection::open(const std::string&, std::chrono::milliseconds) {
  return base::absent("PostgreSQL", "PARLEY_POSTGRES");
}

Result<void> Connection::run_script(const std::string&) { return base::absent("PostgreSQL", "PARLEY_POSTGRES"); }

}  // namespace parley::memory::postgres
