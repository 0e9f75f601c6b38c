// Stores the wrapped keys of sessions in a schema of their own, "parley_keys", so that a dump can exclude them. Also
// stores the mark that a database is encrypted.
#pragma once

#include <memory>
#include <string>

#include "memory/encryption/keyring.h"
#include "memory/encryption/opening.h"
#include "memory/postgres/connection.h"
#include "parley/stores.h"

namespace parley::memory::postgres {

// Inspects a database without changing it. The database need not have a schema. Its mark is the table parley.encrypted.
Result<Outside> look_outside(Connection& connection);

// Creates the keys and the mark if they are missing.
Result<std::unique_ptr<KeyTable>> open_keys(const std::string& uri, const PostgresOptions& options,
                                            const Outside& outside);

}  // namespace parley::memory::postgres
