// Tested by tests/memory/sqlite_store_test.cc.
#include "memory/sqlite/settings.h"

namespace parley::memory {
namespace {

struct Setting {
  const char* pragma;
  std::string value;  // as SQLite reads it back
};

std::vector<Setting> settings_for(const SqliteOptions& options) {
  const bool full = options.synchronous == SqliteOptions::Synchronous::kFull;
  return {
      {"journal_mode", "wal"},  // one sync per commit, and readers never block
      {"synchronous", full ? "2" : "1"},
      {"busy_timeout", std::to_string(options.busy_timeout.count())},
      {"foreign_keys", "1"},    // required for ON DELETE CASCADE
      {"secure_delete", "1"},   // overwrites erased data
      {"temp_store", "2"},      // no conversations in temporary files
      {"trusted_schema", "0"},  // an untrusted database runs no functions
      {"cell_size_check", "1"},
      {"mmap_size", "0"},  // an I/O error must be an error and not a signal
      // In KiB. Small on purpose: when pages split, SQLite walks its whole cache at the commit, and the operating
      // system caches the rest of the file anyway.
      {"cache_size", "-4096"},
      // A checkpoint writes each changed page once, however often it changed, so rarer checkpoints write less in total.
      // 4096 pages keep the log under 20 MB.
      {"wal_autocheckpoint", "4096"},
  };
}

}  // namespace

Result<void> apply_settings(const Database& database, const SqliteOptions& options) {
  for (const Setting& setting : settings_for(options)) {
    const std::string pragma = std::string("PRAGMA ") + setting.pragma;
    const std::string assignment = pragma + " = " + setting.value;
    if (auto set = database.execute_patiently(assignment, options.busy_timeout); !set) return set;
    auto read_back = database.prepare(pragma);
    if (!read_back) return Unexpected(read_back.error());
    Rows rows = read_back->query();
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row || rows.text(0) != setting.value) {
      return database.failure(ErrorCode::kStoreUnavailable, "cannot set " + pragma + " to " + setting.value);
    }
  }
  return {};
}

}  // namespace parley::memory
