// Moves the turns of a database to schema version 6, in which a turn and its messages are one row.
//
// Invariants
//   1. Every turn and every message is moved, or nothing is: the caller's transaction is rolled back after an error.
//   2. A row that could not be read before cannot be read afterwards, keeps its bytes and spoils only its own session.
//   3. The memory that it takes does not grow with the database. It holds one turn, and the message ids of one session.
//
// Tested by tests/memory/turn_migration_test.cc.
#pragma once

#include "memory/sqlite/database.h"

namespace parley::memory {

// Both run in the transaction of 0006_turns.sql: the first where that file says so, the second at its end.
Result<void> move_turns(Database& database);
Result<void> index_moved_turns(Database& database);

}  // namespace parley::memory
