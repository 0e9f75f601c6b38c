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

// Keys of the table. A key above 0 is a time: the sum counts the sessions that expire then.
constexpr std::int64_t kTotalSessions = -1, kTotalArchived = -2, kTotalTurns = -3, kTotalMessages = -4;

// The numbers that sessions add to the sums. Negative: they leave them.
struct SettledNumbers {
  // `times`: 1 for a session that becomes settled, -1 for one that is not settled any more.
  void add(std::int64_t session_turns, std::int64_t session_messages, TimeMs expires_at, bool is_archived,
           std::int64_t times) {
    sessions += times;
    archived += is_archived ? times : 0;
    turns += times * session_turns;
    messages += times * session_messages;
    if (expires_at != 0) expiring[expires_at] += times;
  }

  std::int64_t sessions = 0, archived = 0, turns = 0, messages = 0;
  std::map<TimeMs, std::int64_t> expiring = {};  // sessions by the time at which they expire
};

// Thread-compatible, like its database. Requires a transaction that writes.
class Totals {
 public:
  explicit Totals(Database& database) : database_(database) {}
  Result<void> prepare();
  Result<void> add(const SettledNumbers& numbers);

 private:
  Database& database_;
  Statement add_, add_expiring_, drop_expiring_;
};

}  // namespace parley::memory
