// Compares the migrations that a database has recorded with the migrations that parley ships. The functions are pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memory/shipped_migrations.h"
#include "parley/stores.h"

namespace parley::memory {

// A row of the table `migration`.
struct RecordedMigration {
  std::int64_t version = 0;
  std::string name;
  std::string checksum;
  TimeMs applied_at = 0;
};

// Returns all shipped migrations, marked as not applied.
std::vector<Migration> none_applied(const std::vector<ShippedMigration>& shipped);

// Returns all shipped migrations, each with its entry in `recorded`, matched by version. kStoreTooNew: the database has
// recorded a newer migration. kStoreCorrupt: the records differ. The message is a sentence about the database, without
// its name.
Result<std::vector<Migration>> compare_history(const std::vector<ShippedMigration>& shipped,
                                               const std::vector<RecordedMigration>& recorded);

// kStoreUnavailable: a migration is missing. The message is a sentence without the database's name.
Result<void> require_all_applied(const std::vector<Migration>& migrations);

}  // namespace parley::memory
