// The rules that every store enforces on a commit, a record and the notes of the embedding program.
//
// Invariants of stored data that follow from these rules
//   1. The version is the number of commits.
//   2. Messages are numbered trimmed + 1, trimmed + 2, ... and the state holds their count.
//   3. Message ids and call ids are unique in their session.
#pragma once

#include "parley/result.h"
#include "parley/store.h"

namespace parley::memory {

// Checks the rules that do not depend on stored data. kInternal: only a bug in parley breaks them.
Result<void> check_commit(const Commit& commit);

// Returns the number of messages that must already be stored.
std::int64_t messages_before(const Commit& commit);

// Checks a whole session whose parts are in the order of SessionStore::record(). Fails with kInternal, or with
// kLimitExceeded when values are nested too deeply.
Result<void> check_record(const SessionRecord& record);

// kInvalidRequest: an item has an invalid or duplicate name, or an invalid version.
Result<void> check_items(const ItemChange& change);

// kInvalidRequest: the tags are not sorted or not unique. kLimitExceeded: the metadata is nested too deeply.
Result<void> check_notes(const SessionNotes& notes);

// The errors for a commit that does not fit the stored session.
// stale_version() also applies when version and creation time match but messages or turns differ: the session was
// erased and created again in the same millisecond.
Unexpected stale_version();       // another writer has changed the session
Unexpected trimmed_miscounted();  // the stored messages do not begin with number state.trimmed + 1
Unexpected session_exists();      // a record has the name of a stored session
Unexpected unknown_session();     // a change of items names a session that is not stored
Unexpected stale_item();          // another writer has changed the item
Unexpected too_many_messages();   // the session has more messages than a store can number

}  // namespace parley::memory
