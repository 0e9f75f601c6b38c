// Stubs of the PostgreSQL store for a build without PARLEY_POSTGRES.
//
// Tested by tests/absent/absent_test.cc.
#include "base/absent.h"
#include "parley/stores.h"

namespace parley {
namespace {

Unexpected absent_postgres() { return base::absent("PostgreSQL", "PARLEY_POSTGRES"); }

}  // namespace

// NOLINTNEXTLINE(performance-unnecessary-value-param): the real function moves it
Result<std::shared_ptr<SessionStore>> open_postgres_store(const std::string&, PostgresOptions) {
  return absent_postgres();
}
// NOLINTNEXTLINE(performance-unnecessary-value-param): the real function moves it
Result<std::int64_t> rewrap_postgres_keys(const std::string&, std::shared_ptr<const Encryption>) {
  return absent_postgres();
}
Result<std::vector<Migration>> postgres_migrations(const std::string&) { return absent_postgres(); }
Result<std::vector<int>> migrate_postgres(const std::string&, const PostgresOptions&) { return absent_postgres(); }

}  // namespace parley
