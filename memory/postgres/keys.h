// The wrapped keys of sessions in a schema of their own, "parley_keys", so that a dump can leave them out.
#pragma once

#include <memory>
#include <string>

#include "memory/encryption/vault.h"
#include "memory/postgres/connection.h"
#include "parley/stores.h"

namespace parley::memory::postgres {

Result<bool> has_keys(Connection& connection);

// Made when it is not there.
Result<std::unique_ptr<KeyTable>> open_keys(const std::string& uri, const PostgresOptions& options);

}  // namespace parley::memory::postgres
