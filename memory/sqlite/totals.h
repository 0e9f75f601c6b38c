// Totals: the sums over the settled sessions of a database, in the table `total` (0007_settled_sessions.sql).
//
// Each transaction that settles, changes or erases settled sessions also changes the sums, so they are always exact.
//
// Tested by tests/memory/settling_test.cc.
#pragma once

#include <map>

#include "memory/sqlite/database.h"
#include "parley/clock.h"

namespace parley::memory {

// Keys. A key from 0 on is a time: the sum counts the sessions that expire then. 0: those that never expire.
constexpr std::int64_t kTotalSessions = -1, kTotalArchived = -2, kTotalTurns = -3, kTotalMessages = -4;

// The numbers of sessions that become settled, or that are not settled any more, by key.
class SettledNumbers {
 public:
  struct Session {
    std::int64_t turns, messages;
    TimeMs expires_at;
    bool archived;
  };
  void add(const Session& session, std::int64_t times) {
    numbers_[kTotalSessions] += times;
    if (session.archived) numbers_[kTotalArchived] += times;
    numbers_[kTotalTurns] += times * session.turns;
    numbers_[kTotalMessages] += times * session.messages;
    numbers_[session.expires_at] += times;
  }
  const std::map<std::int64_t, std::int64_t>& all() const { return numbers_; }

 private:
  std::map<std::int64_t, std::int64_t> numbers_;
};

// Thread-compatible, like its database. Requires a transaction that writes.
class Totals {
 public:
  explicit Totals(Database& database) : database_(database) {}
  Result<void> prepare();
  Result<void> add(const std::map<std::int64_t, std::int64_t>& numbers);

 private:
  Database& database_;
  Statement add_, drop_;
};

}  // namespace parley::memory
