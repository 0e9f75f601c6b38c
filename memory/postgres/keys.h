// The wrapped keys of sessions in a schema of their own, "parley_keys", so that a dump can leave them out; and the mark
// that says that a database is encrypted.
#pragma once

#include <memory>
#include <string>

#include "memory/encryption/keyring.h"
#include "memory/encryption/opening.h"
#include "memory/postgres/connection.h"
#include "parley/stores.h"

namespace parley::memory::postgres {

// Also of a database without a schema. The mark is the table parley.encrypted.
Result<Outside> look_outside(Connection& connection);

// Keys and mark are made when they are not there.
Result<std::unique_ptr<KeyTable>> open_keys(const std::string& uri, const PostgresOptions& options,
                                            const Outside& outside);

}  // namespace parley::memory::postgres
