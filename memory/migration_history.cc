// Tested by tests/memory/sqlite_migrations_test.cc.
#include "memory/migration_history.h"

#include "base/hash.h"

namespace parley::memory {
namespace {

std::string label(std::int64_t version, const std::string& name) {
  return "migration " + std::to_string(version) + " (" + name + ")";
}

}  // namespace

std::vector<Migration> none_applied(const std::vector<ShippedMigration>& shipped) {
  std::vector<Migration> migrations;
  for (const ShippedMigration& each : shipped) {
    migrations.push_back({each.version, each.name, base::fingerprint(each.sql), false, 0});
  }
  return migrations;
}

Result<std::vector<Migration>> compare_history(const std::vector<ShippedMigration>& shipped,
                                               const std::vector<RecordedMigration>& recorded) {
  std::vector<Migration> migrations = none_applied(shipped);
  for (std::size_t seen = 0; seen < recorded.size(); ++seen) {
    const RecordedMigration& entry = recorded[seen];
    const std::string its_label = label(entry.version, entry.name);
    if (entry.version > static_cast<std::int64_t>(migrations.size())) {
      return Unexpected(ErrorCode::kStoreTooNew, "the database was written by a newer parley: it has " + its_label +
                                                     ", this version knows migrations up to " +
                                                     std::to_string(migrations.size()));
    }
    if (entry.version != static_cast<std::int64_t>(seen) + 1) {
      return Unexpected(ErrorCode::kStoreCorrupt, "the database has " + its_label + " but not the migration before it");
    }
    Migration& migration = migrations[seen];
    if (entry.checksum != migration.checksum) {
      return Unexpected(ErrorCode::kStoreCorrupt,
                        its_label + " differs from the migration of this parley: the checksums differ");
    }
    migration.applied = true;
    migration.applied_at = entry.applied_at;
  }
  return migrations;
}

Result<void> require_all_applied(const std::vector<Migration>& migrations) {
  for (const Migration& migration : migrations) {
    if (migration.applied) continue;
    return Unexpected(ErrorCode::kStoreUnavailable, "the database needs " + label(migration.version, migration.name) +
                                                        ", but automatic migration is disabled; run `parley migrate`");
  }
  return {};
}

}  // namespace parley::memory
