// Maps PostgreSQL's error codes to the error codes of a store.
#pragma once

#include <string_view>

#include "parley/result.h"

namespace parley::memory::postgres {

ErrorCode code_of(std::string_view sqlstate);

// Returns whether PostgreSQL undid the transaction because of a concurrent transaction. The caller may repeat the
// transaction at once.
bool is_conflict(std::string_view sqlstate);

// Returns whether PostgreSQL's message may quote a bound value.
bool may_quote_values(std::string_view sqlstate);

}  // namespace parley::memory::postgres
