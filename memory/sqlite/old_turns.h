// Reads the turns and messages of a database before schema version 6, in which each message was a row of its own.
//
// Tested by tests/memory/sqlite_migrations_test.cc and sqlite_recovery_test.cc.
#pragma once

#include "memory/sqlite/database.h"
#include "parley/store.h"

namespace parley::memory {

// Columns: seq, turn, role, at_ms, text, details.
Result<Message> old_message_in(const Database& database, const Rows& rows);

// Thread-compatible, as its database is.
class OldTurns {
 public:
  explicit OldTurns(Database& database) : database_(database) {}
  Result<void> prepare(bool has_details);
  // Appends all turns and messages.
  Result<void> all(std::int64_t session, SessionRecord& record);

 private:
  Database& database_;
  Statement messages_, turns_;
};

}  // namespace parley::memory
