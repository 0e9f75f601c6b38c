// The stores of parley, the migration of their schemas, and the repair of damaged files.
//
//   parley::SqliteOptions options;
//   options.synchronous = parley::SqliteOptions::Synchronous::kNormal;
//   auto opened = parley::open_sqlite_store("sessions.db", options);
//   if (!opened) return std::cerr << opened.error().to_string() << '\n', 1;
//
// Any number of threads can share a store. Any number of processes can open the same SQLite file or PostgreSQL
// database. All functions here are thread-safe.
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

// A store in the memory of this process. Its sessions end with it.
std::shared_ptr<SessionStore> create_memory_store();

// A notice for the operator of a store.
struct StoreEvent {
  enum class Kind {
    kBackedUp,     // a copy was made before a migration; `path` is the copy
    kMigrated,     // the schema is up to date
    kQuarantined,  // a damaged file was moved away; `path` is its new place
    kSalvaged,     // the intact sessions of a damaged file were copied to a new one
  };
  Kind kind = Kind::kBackedUp;
  std::string path;
  std::int64_t sessions = 0;    // kSalvaged: copied sessions
  std::int64_t lost = 0;        // kSalvaged: sessions that are known to have existed, and cannot be read
  std::int64_t incomplete = 0;  // kSalvaged: copied sessions that lack some of their items
};
const char* to_string(StoreEvent::Kind kind);  // "backed_up", "migrated", "quarantined", "salvaged"

// The settings of an SQLite store.
struct SqliteOptions {
  enum class Synchronous { kFull, kNormal };
  enum class OnDamage { kRefuse, kSalvage };
  // kFull: a committed turn survives a power loss. kNormal: it survives kill -9, but a power loss may remove the last
  // few turns. kNormal is about twice as fast.
  Synchronous synchronous = Synchronous::kFull;
  // How long a call waits while another process writes, before it returns kStoreUnavailable.
  std::chrono::milliseconds busy_timeout = std::chrono::seconds(5);
  bool migrate = true;  // true: migrates an older database after a backup. false: refuses to open it
  std::shared_ptr<const Encryption> encryption;  // null: not encrypted. Session keys are in "<path>.keys"
  // The reaction to a damaged file. kRefuse: kStoreCorrupt. kSalvage: reads the whole file to look for damage, and
  // calls salvage_sqlite() if there is any.
  OnDamage on_damage = OnDamage::kRefuse;
  std::function<void(const StoreEvent&)> on_event;  // called by open_sqlite_store(), on its thread. May be empty
  // The number of sessions that counts, searches and lists read one by one. If there are twice as many, the store
  // settles those that were idle longest: it adds them to totals and to a word index. A larger number makes these calls
  // slower. With a smaller number, a session is settled after a shorter pause, and its next turn takes longer.
  std::size_t unsettled_sessions = 4096;
  bool settle_in_background = true;  // false: only searches settle sessions
};

// Opens or creates the database file at `path`, with mode 0600. kStoreTooNew: a newer parley wrote it.
// kStoreUnavailable: it cannot be opened, or SQLite did not accept a setting. kInvalidRequest: it is encrypted and no
// keys are given, or the reverse. kFileUnreadable: it is encrypted and "<path>.keys" is missing. kStoreUnavailable
// also: the master keys are not those of the database, or a log lies next to a missing or empty file. After an error
// the file is unchanged.
Result<std::shared_ptr<SessionStore>> open_sqlite_store(const std::string& path, const SqliteOptions& options = {});

// The settings of a PostgreSQL store.
struct PostgresOptions {
  int connections = 4;  // the maximum number; each is opened when it is needed, and again after it was lost
  // The timeout of a statement and of the wait for a connection. After it, calls return kStoreUnavailable.
  std::chrono::milliseconds timeout = std::chrono::seconds(5);
  bool migrate = true;                           // as for SQLite, but parley makes no backup: the operator makes it
  std::shared_ptr<const Encryption> encryption;  // null: not encrypted. Session keys are in the schema parley_keys
};

// Opens the store in a PostgreSQL database. `uri` has the form of libpq: "postgresql://user@host/database". Errors as
// for open_sqlite_store().
Result<std::shared_ptr<SessionStore>> open_postgres_store(const std::string& uri, PostgresOptions options = {});

// Returns a store that passes every call on to `store`, and calls `observe` around each call that writes: with true
// before it, and with false after it. A search does not count. `observe` may be called on several threads at once, and
// must not throw.
std::shared_ptr<SessionStore> observe_writes(std::shared_ptr<SessionStore> store,
                                             std::function<void(bool begins)> observe);

// ---- migrations

// One numbered change of the schema.
struct Migration {
  int version = 0;
  std::string name;
  std::string checksum;  // of its SQL in this version of parley
  bool applied = false;
  TimeMs applied_at = 0;
};

// Return all migrations, applied or not. Change nothing. kStoreUnavailable: the database does not exist or cannot be
// read.
Result<std::vector<Migration>> sqlite_migrations(const std::string& path);
Result<std::vector<Migration>> postgres_migrations(const std::string& uri);

// Apply the missing migrations, each in a transaction, and return their versions. An SQLite file is copied first; for
// example, a file of version 1 is copied to "<path>.backup-v1". An encrypted database needs its keys, as for opening
// it.
Result<std::vector<int>> migrate_sqlite(const std::string& path, const SqliteOptions& options = {});
Result<std::vector<int>> migrate_postgres(const std::string& uri, const PostgresOptions& options = {});

// Tries the migrations on a copy of the database, and removes the copy.
Result<std::vector<int>> rehearse_sqlite_migration(const std::string& path);

// ---- a damaged file

struct SalvageReport {
  std::string quarantine;     // the new path of the damaged file; its -wal gets the same name plus "-wal"
  std::int64_t sessions = 0;  // copied to the new file
  std::int64_t lost = 0;      // known to have existed, and cannot be read as a whole
  // Of the copied sessions: those that lack an item or an ended conversation which they are known to have had. Their
  // state, turns and messages are whole.
  std::int64_t incomplete = 0;
};

// Moves the file, unchanged, to "<path>.damaged-1" (or -2, ...), and creates a new one with every session whose state,
// turns and messages can be read. It reads each page alone: a lost page costs only what was on it. No process may have
// the file open. kStoreTooNew, and kStoreCorrupt for a file of another program: the file stays in its place. A file
// that is not an SQLite file is kInvalidRequest if it holds no session, unless on_damage is kSalvage.
Result<SalvageReport> salvage_sqlite(const std::string& path, const SqliteOptions& options = {});

}  // namespace parley
