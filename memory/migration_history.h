// What a database says it has seen, held against the migrations that this parley ships. Pure.
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

// All shipped ones, none of them applied.
std::vector<Migration> none_applied(const std::vector<ShippedMigration>& shipped);

// All shipped ones with what `recorded`, by version, says of each. kStoreTooNew when there are more, kStoreCorrupt when
// there are others; the message is a sentence about the database, without its name.
Result<std::vector<Migration>> compare_history(const std::vector<ShippedMigration>& shipped,
                                               const std::vector<RecordedMigration>& recorded);

// kStoreUnavailable, likewise, when one is missing.
Result<void> require_all_applied(const std::vector<Migration>& migrations);

}  // namespace parley::memory
