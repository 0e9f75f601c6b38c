// The stores that parley ships, and the care of their files.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "parley/encryption.h"
#include "parley/result.h"
#include "parley/store.h"

namespace parley {

// Keeps everything in this process; gone with it.
std::shared_ptr<SessionStore> create_memory_store();

// Something an operator should know of a store.
struct StoreEvent {
  enum class Kind {
    kBackedUp,     // before a migration; `path` is the copy
    kMigrated,     //
    kQuarantined,  // a damaged file was put aside; `path` is where
    kSalvaged,     // its intact sessions were taken over
  };
  Kind kind = Kind::kBackedUp;
  std::string path;
  std::int64_t sessions = 0;  // kSalvaged: taken over
  std::int64_t lost = 0;      // kSalvaged: known to have been there, and not readable
};
const char* to_string(StoreEvent::Kind kind);  // "backed_up", "migrated", "quarantined", "salvaged"

struct SqliteOptions {
  enum class Synchronous { kFull, kNormal };
  enum class OnDamage { kRefuse, kSalvage };
  // kFull: an acknowledged turn survives power loss. kNormal: it survives kill -9, and a power loss may take
  // the last few turns; about twice as fast.
  Synchronous synchronous = Synchronous::kFull;
  std::chrono::milliseconds busy_timeout =
      std::chrono::seconds(5);  // how long to wait for another process's write before kStoreUnavailable
  bool migrate = true;          // bring an older database up to date, after a backup; false: refuse it
  std::shared_ptr<const Encryption> encryption;  // null: none. The sessions' keys are kept in "<path>.keys"
  // What to do when opening finds a damaged file. kSalvage: salvage_sqlite; all of the file is read to look for damage.
  OnDamage on_damage = OnDamage::kRefuse;
  std::function<void(const StoreEvent&)> on_event;  // called by whoever opens the store, while it opens
};

// Opens or creates the database file at `path` (mode 0600). kStoreTooNew for a database of a newer parley,
// kStoreUnavailable when it cannot be opened or one of the settings above did not take, kInvalidRequest when it is
// encrypted and no keys are given, or the other way round, kFileUnreadable when it is encrypted and "<path>.keys" is
// missing. What is refused is left as it was.
Result<std::shared_ptr<SessionStore>> open_sqlite_store(const std::string& path, const SqliteOptions& options = {});

struct PostgresOptions {
  int connections = 4;  // at most; each is opened when it is first needed, and anew when it was lost
  std::chrono::milliseconds timeout =
      std::chrono::seconds(5);  // of a statement, and of waiting for a connection, before kStoreUnavailable
  bool migrate = true;          // as for SQLite; without a backup, which is the database's own business
  std::shared_ptr<const Encryption> encryption;  // null: none. The sessions' keys are kept in the schema parley_keys
};

// `uri`: "postgresql://user@host/database?host=/run/postgresql", in the form that libpq reads.
Result<std::shared_ptr<SessionStore>> open_postgres_store(const std::string& uri, PostgresOptions options = {});

// One numbered change of the schema, as `parley migrate` shows it.
struct Migration {
  int version = 0;
  std::string name;
  std::string checksum;  // of the SQL that this parley ships
  bool applied = false;
  TimeMs applied_at = 0;
};

// The migrations of the database at `path`, applied or not. Changes nothing; a file that is not there is an error.
Result<std::vector<Migration>> sqlite_migrations(const std::string& path);
Result<std::vector<Migration>> postgres_migrations(const std::string& uri);

// Applies what is missing, in one transaction each. Answers with the versions applied. Of SQLite's file there is a
// backup before: "<path>.backup-v1" when it was at version 1. An encrypted database needs its keys, as for opening it.
Result<std::vector<int>> migrate_sqlite(const std::string& path, const SqliteOptions& options = {});
Result<std::vector<int>> migrate_postgres(const std::string& uri, const PostgresOptions& options = {});

// The same with a copy of the database, which is gone afterwards.
Result<std::vector<int>> rehearse_sqlite_migration(const std::string& path);

// ---- a damaged file

struct SalvageReport {
  std::string quarantine;     // where the damaged file is now, with its -wal
  std::int64_t sessions = 0;  // taken over
  std::int64_t lost = 0;      // known to have been there, and not readable as a whole
};

// Puts the file aside, untouched, as "<path>.damaged-1" (or -2, ...), and a new one in its place that holds every
// session which could be read whole. Nobody may have the file open. kStoreTooNew, and kStoreCorrupt for somebody else's
// database, leave it where it is.
Result<SalvageReport> salvage_sqlite(const std::string& path, const SqliteOptions& options = {});

}  // namespace parley
