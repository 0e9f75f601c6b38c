// LogPosition identifies the last commit in a database's write-ahead log. While it stays the same, no connection of any
// process has changed the database.
//
// SQLite keeps the position in the header of the log's index, which all connections share in memory, and compares it at
// the begin of each read transaction (https://sqlite.org/walformat.html). This file makes the same comparison without a
// transaction: it costs some hundred instructions, and a statement that reads one row costs about ten thousand.
//
// Tested by tests/memory/known_sessions_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "memory/sqlite/database.h"

namespace parley::memory {

class LogPosition {
 public:
  // Whether exactly one commit, or none, lies between `earlier` and this position.
  bool is_next_after(const LogPosition& earlier) const;
  friend bool operator==(const LogPosition&, const LogPosition&) = default;

 private:
  friend class LogWatch;
  static constexpr std::size_t kWords = 12, kCommits = 2;
  std::array<std::uint32_t, kWords> words_{};  // the header: counters, sizes, salts and checksums
};

// Thread-safe. The database must outlive it.
class LogWatch {
 public:
  LogWatch() = default;
  // Requires that the database has an open log, that is after its first transaction or prepared statement.
  static LogWatch of(const Database& database);

  // Unset: unknown, because another connection writes the position at this moment, or the log has no index.
  std::optional<LogPosition> now() const;

 private:
  explicit LogWatch(std::uint32_t* header) : header_(header) {}
  std::uint32_t* header_ = nullptr;  // two copies of it. SQLite keeps the memory until the connection closes
};

}  // namespace parley::memory
