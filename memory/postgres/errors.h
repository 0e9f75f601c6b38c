// What PostgreSQL's error codes mean to a caller of a store.
#pragma once

#include <string_view>

#include "parley/result.h"

namespace parley::memory::postgres {

ErrorCode code_of(std::string_view sqlstate);

// Two transactions met, and this one was undone: it may be tried again at once.
bool is_conflict(std::string_view sqlstate);

// Whether PostgreSQL's own words may quote a value that was bound.
bool may_quote_values(std::string_view sqlstate);

}  // namespace parley::memory::postgres
