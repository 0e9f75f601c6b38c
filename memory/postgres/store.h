// The way from an open database to a store.
#pragma once

#include <memory>
#include <string>

#include "memory/postgres/connection.h"
#include "parley/stores.h"

namespace parley::memory::postgres {

// `connection` is to a database that has all migrations.
std::shared_ptr<SessionStore> make_store(std::string uri, const PostgresOptions& options, Connection connection);

}  // namespace parley::memory::postgres
