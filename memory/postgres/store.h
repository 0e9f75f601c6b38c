// Creates a store from an open database.
#pragma once

#include <memory>
#include <string>

#include "memory/postgres/connection.h"
#include "parley/stores.h"

namespace parley::memory::postgres {

// Requires that all migrations are applied to the database of `connection`.
std::shared_ptr<SessionStore> make_store(std::string uri, const PostgresOptions& options, Connection connection);

}  // namespace parley::memory::postgres
