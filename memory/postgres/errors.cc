// Tested by tests/memory/postgres_faults_test.cc.
#include "memory/postgres/errors.h"

namespace parley::memory::postgres {
namespace {

bool is_of_class(std::string_view sqlstate, std::string_view its_class) { return sqlstate.substr(0, 2) == its_class; }

}  // namespace

ErrorCode code_of(std::string_view sqlstate) {
  if (sqlstate == "42501") return ErrorCode::kStoreUnavailable;       // permission denied
  if (is_of_class(sqlstate, "54")) return ErrorCode::kLimitExceeded;  // a name or a value is too large
  // Commits are checked before they are written, so the cause is in the rows or in the schema.
  for (const char* corrupt : {"22", "23", "42", "XX"}) {
    if (is_of_class(sqlstate, corrupt)) return ErrorCode::kStoreCorrupt;
  }
  return ErrorCode::kStoreUnavailable;  // the server is unreachable, slow, full, read-only or shutting down
}

bool is_conflict(std::string_view sqlstate) { return sqlstate == "40001" || sqlstate == "40P01"; }

bool may_quote_values(std::string_view sqlstate) { return is_of_class(sqlstate, "22"); }

}  // namespace parley::memory::postgres
