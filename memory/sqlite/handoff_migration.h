// Fills the column and the label of the sessions that a person has, for schema version 8. Only their states tell it,
// and SQL cannot read a state.
//
// A state that is damaged stays as it is. The states of an encrypted database are sealed, so a session of it gets the
// column with its next turn.
//
// Tested by tests/memory/handoff_migration_test.cc.
#pragma once

#include "memory/sqlite/database.h"

namespace parley::memory {

// Runs in the transaction of 0008_handed_off.sql, at its end.
Result<void> find_handed_off(Database& database);

}  // namespace parley::memory
