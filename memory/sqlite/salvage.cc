// Tested by tests/memory/sqlite_recovery_test.cc.
#include "memory/sqlite/salvage.h"

#include <cerrno>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory/item_names.h"
#include "memory/sqlite/database.h"
#include "memory/sqlite/encryption_mark.h"
#include "memory/sqlite/file_format.h"
#include "memory/sqlite/files.h"
#include "memory/sqlite/loose_rows.h"
#include "memory/sqlite/loose_sessions.h"
#include "memory/sqlite/migrations.h"
#include "memory/sqlite/page_image.h"
#include "memory/sqlite/settings.h"
#include "memory/sqlite/statements.h"
#include "memory/sqlite/writing.h"

namespace parley::memory {
namespace {

// Hold keeps other processes from salvaging the same file, and detects whether another process has it open.
class Hold {
 public:
  static Result<Hold> take(const std::string& path) {
    Hold hold;
    hold.file_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (hold.file_ < 0) return file_failure(path, "cannot open");
    if (::flock(hold.file_, LOCK_EX) != 0) return file_failure(path, "cannot lock");
    struct stat held {
    }, named{};
    const bool same = ::fstat(hold.file_, &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
                      held.st_ino == named.st_ino && held.st_dev == named.st_dev;
    if (!same) {
      return Unexpected(ErrorCode::kStoreUnavailable, path + ": another process has just recovered this database");
    }
    // The bytes that every SQLite connection to a file keeps locked while it is open.
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = 0x40000000;
    lock.l_len = 512;
    if (::fcntl(hold.file_, F_GETLK, &lock) != 0) return file_failure(path, "cannot inspect");
    if (lock.l_type != F_UNLCK) {
      return Unexpected(ErrorCode::kStoreUnavailable, path + ": another process has the database open; stop it first");
    }
    return hold;
  }
  ~Hold() {
    if (file_ >= 0) ::close(file_);
  }
  Hold(Hold&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  Hold& operator=(Hold&&) = delete;

 private:
  Hold() = default;
  int file_ = -1;
};

std::string name_aside(const std::string& path, int number) { return path + ".damaged-" + std::to_string(number); }

// A salvage that was killed in put_in_place() has removed the log. The second name of the same file still has it.
Result<void> restore_log(const std::string& path) {
  const std::string log = path + "-wal";
  struct stat named {
  }, other{};
  if (::stat(log.c_str(), &other) == 0 && other.st_size > 0) return {};
  if (::stat(path.c_str(), &named) != 0) return file_failure(path, "cannot inspect");
  for (int number = 1;; ++number) {
    const std::string aside = name_aside(path, number);
    const bool is_there = ::stat(aside.c_str(), &other) == 0;
    if (!is_there && !file_exists(aside + "-wal")) return {};
    if (!is_there || other.st_ino != named.st_ino || other.st_dev != named.st_dev) continue;
    if (!file_exists(aside + "-wal")) return {};
    ::unlink(log.c_str());  // SQLite may have made an empty one
    return ::link((aside + "-wal").c_str(), log.c_str()) == 0 ? Result<void>() : file_failure(log, "cannot restore");
  }
}

// Gives the file and its log a second name. Overwrites and copies nothing.
Result<std::string> put_aside(const std::string& path) {
  for (int number = 1;; ++number) {
    const std::string aside = name_aside(path, number);
    if (file_exists(aside + "-wal")) continue;
    if (::link(path.c_str(), aside.c_str()) != 0) {
      if (errno == EEXIST) continue;
      return file_failure(path, "cannot rename");
    }
    if (::link((path + "-wal").c_str(), (aside + "-wal").c_str()) != 0 && errno != ENOENT) {
      Unexpected failure = file_failure(path + "-wal", "cannot rename");
      ::unlink(aside.c_str());
      return failure;
    }
    return aside;
  }
}

// A file for rows that are only needed during the salvage.
class Scratch {
 public:
  static Result<Scratch> create(const std::string& path) {
    auto name = create_file(path);
    if (!name) return Unexpected(name.error());
    return Scratch(std::move(*name));
  }
  ~Scratch() {
    if (!path_.empty()) remove_database(path_);
  }
  Scratch(Scratch&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Scratch& operator=(Scratch&&) = delete;

  const std::string& path() const { return path_; }

 private:
  explicit Scratch(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// Opens an empty file for rows that are only needed until the end, so it needs no syncs and no locks.
Result<Database> open_scratch(const Scratch& scratch) {
  auto database = Database::open(scratch.path(), Database::Missing::kFail, SqliteOptions().busy_timeout);
  if (!database) return database;
  auto set = database->execute("PRAGMA synchronous = 0; PRAGMA journal_mode = MEMORY; PRAGMA temp_store = 2");
  return set ? std::move(database) : Unexpected(set.error());
}

// The records of expired sessions. Writing a session removes the record of its name.
Result<void> take_over_expired(Database& rows, Writing& writing) {
  auto expired = rows.prepare(sql::kLooseExpired);
  if (!expired) return Unexpected(expired.error());
  return expired->query().each([&](const Rows& row) { return writing.put_expired(row.text(0), row.number(1)); });
}

Result<void> change_all(const std::vector<ItemChange>& changes, Writing& writing) {
  for (const ItemChange& change : changes) {
    if (auto changed = writing.change_items(change); !changed) return changed;
  }
  return {};
}

Result<void> take_over(LooseSessions& found, Database& rows, int version, Database& database, SalvageReport& report) {
  const auto ids = found.ids();
  if (!ids) return Unexpected(ids.error());
  Writing writing(database);
  if (auto prepared = writing.prepare(); !prepared) return prepared;
  auto transaction = Transaction::begin(database);
  if (!transaction) return Unexpected(transaction.error());
  if (version > 1) {
    if (auto taken = take_over_expired(rows, writing); !taken) return taken;
  }
  std::vector<ItemChange> inherited;  // removes the summaries that may have words of a parent
  for (const std::int64_t id : *ids) {
    const auto session = found.read(id);
    if (!session) {
      ++report.lost;
      continue;
    }
    auto put = writing.put(session->record);
    // If two sessions have the same name, one of them is a result of the damage and is skipped.
    if (!put && put.error().code != ErrorCode::kSessionExists) return put;
    ++(put ? report.sessions : report.lost);
    report.incomplete += put && session->lacks_items ? 1 : 0;
    const SessionState& state = session->record.state;
    if (put && !state.parent.empty()) inherited.push_back({state.session, state.created_at, {}, {kSummaryItem}});
  }
  // What is lost may be a parent, or its note of an heir (memory/sessions/heirs.h).
  if (report.lost + report.incomplete > 0) {
    if (auto dropped = change_all(inherited, writing); !dropped) return dropped;
  }
  return transaction->commit();
}

// Keeps the encryption mark if the damaged file has it and it is readable, or if recovered sessions are sealed.
Result<void> keep_mark(const Result<Database>& old, const Database& database) {
  const auto before = old ? look_outside(*old, old->path()) : Result<Outside>(Unexpected(old.error()));
  const auto now = look_outside(database, database.path());
  if (!now) return Unexpected(now.error());
  const bool is_encrypted = now->has_sealed || (before && before->is_marked);
  return is_encrypted ? mark_encrypted(database) : Result<void>();
}

Result<Database> open_fresh(const std::string& path) {
  // The new file needs no syncs yet: until it replaces the damaged file, a power failure is harmless.
  SqliteOptions options;
  options.synchronous = SqliteOptions::Synchronous::kNormal;
  auto database = Database::open(path, Database::Missing::kFail, options.busy_timeout);
  if (!database) return database;
  if (auto set = apply_settings(*database, options); !set) return Unexpected(set.error());
  if (auto done = apply_migrations(*database, create_system_clock()->now()); !done) return Unexpected(done.error());
  return database;
}

Result<void> collect(const std::string& damaged, LooseRows& rows) {
  const auto image = PageImage::open(damaged);
  return image ? rows.collect(*image) : Unexpected(image.error());
}

// Fills the file at `fresh` with everything readable.
Result<void> rebuild(const std::string& damaged, const std::string& fresh, SalvageReport& report) {
  auto database = open_fresh(fresh);
  if (!database) return Unexpected(database.error());
  const auto file = Scratch::create(fresh + ".rows");
  if (!file) return Unexpected(file.error());
  auto scratch = open_scratch(*file);
  if (!scratch) return Unexpected(scratch.error());
  LooseRows rows(*scratch);
  auto transaction = Transaction::begin(*scratch);
  if (!transaction) return Unexpected(transaction.error());
  if (auto done = collect(damaged, rows); !done) return done;
  const auto old = Database::open(damaged, Database::Missing::kFailAndOnlyRead, SqliteOptions().busy_timeout);
  if (old) {
    if (auto done = rows.add_known(*old); !done) return done;
  }
  if (auto done = transaction->commit(); !done) return done;
  LooseSessions found(*scratch, rows.version());
  if (auto prepared = found.prepare(); !prepared) return prepared;
  if (auto taken = take_over(found, *scratch, rows.version(), *database, report); !taken) return taken;
  return keep_mark(old, *database);
}

// Removes the files that reading the damaged file left next to it.
void tidy(const std::string& aside) {
  struct stat log {};
  if (::stat((aside + "-wal").c_str(), &log) == 0 && log.st_size == 0) ::unlink((aside + "-wal").c_str());
  ::unlink((aside + "-shm").c_str());
}

// Makes `path` the new file. The old log is removed first, because it must never be read with the new file.
Result<void> put_in_place(const std::string& fresh, const std::string& path) {
  if (auto synced = sync_file(fresh); !synced) return synced;
  for (const char* suffix : {"-wal", "-shm", "-journal"}) ::unlink((path + suffix).c_str());
  if (::rename(fresh.c_str(), path.c_str()) != 0) return file_failure(path, "cannot replace");
  return sync_name(path);
}

// The number of tables that have names of parley's. An empty optional: the schema is not readable.
std::optional<std::int64_t> count_own_tables(const Database& database) {
  auto count = database.prepare(sql::kCountOwnTables);
  if (!count) return std::nullopt;
  Rows rows = count->query();
  const Result<bool> row = rows.next();
  return row && *row ? std::optional<std::int64_t>(rows.number(0)) : std::nullopt;
}

// A database with a readable schema, which has other tables. Damage may have renamed a table of parley's.
bool is_of_another_program(const Database& database) {
  constexpr std::int64_t kEnough = 2;
  const auto own = count_own_tables(database);
  return own && *own < kEnough;
}

std::string first_page_of(const std::string& path) {
  const auto image = PageImage::open(path);
  return image ? image->read(1).value_or("") : "";
}

// The schema is on the first page, which says it also if SQLite cannot read it.
Result<void> check_no_key_file(const std::string& path) {
  if (first_page_of(path).find("CREATE TABLE session_key") == std::string::npos) return {};
  return Unexpected(ErrorCode::kInvalidRequest,
                    path + " is a file of session keys, which cannot be salvaged; restore it from a backup");
}

// Whether the file is a database of parley's, which may have no session.
bool is_own(const std::string& path) {
  const auto database = Database::open(path, Database::Missing::kFailAndOnlyRead, SqliteOptions().busy_timeout);
  if (database && count_own_tables(*database).value_or(0) > 0) return true;
  const std::string first = first_page_of(path);
  return first.starts_with(kFileMagic) && first.find("CREATE TABLE migration") != std::string::npos;
}

// The caller names the file, so the name may be mistaken. A program that salvages what it opens starts with an empty
// database instead.
Result<void> check_found(const std::string& path, const SalvageReport& report, const SqliteOptions& options) {
  const bool is_named = options.on_damage == SqliteOptions::OnDamage::kRefuse;
  if (!is_named || report.sessions + report.lost > 0 || is_own(path)) return {};
  return Unexpected(ErrorCode::kInvalidRequest,
                    path +
                        " is no database of parley's, or nothing of it is left, so nothing can be recovered; move it "
                        "away to start with a new database");
}

}  // namespace

Result<bool> is_damaged(const std::string& path, const SqliteOptions& options) {
  if (!file_exists(path)) return false;
  const auto database = Database::open(path, Database::Missing::kFailAndOnlyRead, options.busy_timeout);
  if (!database) return Unexpected(database.error());
  const auto migrations = read_migrations(*database);
  if (!migrations) {
    const bool is_corrupt = migrations.error().code == ErrorCode::kStoreCorrupt;
    return is_corrupt && !is_of_another_program(*database) ? Result<bool>(true) : Unexpected(migrations.error());
  }
  if (!migrations->front().applied && count_own_tables(*database).value_or(0) > 0) return true;  // its record is lost
  auto check = database->prepare("PRAGMA quick_check(1)");
  if (!check) return database->saw_damage() ? Result<bool>(true) : Unexpected(check.error());
  Rows rows = check->query();
  const Result<bool> row = rows.next();
  if (!row) return database->saw_damage() ? Result<bool>(true) : Unexpected(row.error());
  return !*row || rows.text(0) != "ok";
}

Result<SalvageReport> salvage(const std::string& path, const SqliteOptions& options) {
  if (auto sessions = check_no_key_file(path); !sessions) return Unexpected(sessions.error());
  // Fails for the database of another program, and for one of a newer version.
  if (auto damaged = is_damaged(path, options); !damaged) return Unexpected(damaged.error());
  const auto hold = Hold::take(path);
  if (!hold) return Unexpected(hold.error());
  if (auto restored = restore_log(path); !restored) return Unexpected(restored.error());
  const auto aside = put_aside(path);
  if (!aside) return Unexpected(aside.error());
  const auto fresh = create_file(path + ".salvaged");
  SalvageReport report{*aside, 0, 0, 0};
  Result<void> done = fresh ? rebuild(*aside, *fresh, report) : Unexpected(fresh.error());
  if (done) done = check_found(path, report, options);
  if (done) done = put_in_place(*fresh, path);
  tidy(*aside);
  if (!done) {
    // The damaged file is still under its first name, unchanged.
    if (fresh) remove_database(*fresh);
    if (file_exists(path)) remove_database(*aside);
    return Unexpected(done.error());
  }
  if (options.on_event) {
    options.on_event({StoreEvent::Kind::kQuarantined, *aside});
    options.on_event({StoreEvent::Kind::kSalvaged, path, report.sessions, report.lost, report.incomplete});
  }
  return report;
}

}  // namespace parley::memory
