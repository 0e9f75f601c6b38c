// What every store holds a commit, a record and a host's notes to.
//
// Invariants of what is stored, given that each obeys
//   1. The version is the number of commits.
//   2. Messages are trimmed + 1, trimmed + 2, ... and the state knows how many there are.
//   3. Message ids and call ids are each there once.
#pragma once

#include "parley/result.h"
#include "parley/store.h"

namespace parley::memory {

// The rules that need no look at what is stored. kInternal: only a bug breaks them.
Result<void> check_commit(const Commit& commit);

// The number of messages that must have been stored already.
std::int64_t messages_before(const Commit& commit);

// A session as a whole, in the order that record() gives it in. kInternal, or kLimitExceeded by depth.
Result<void> check_record(const SessionRecord& record);

// Names that may be, each once, and versions that may be: kInvalidRequest.
Result<void> check_items(const ItemChange& change);

// Tags in order, each once: kInvalidRequest. Metadata nested too deep: kLimitExceeded.
Result<void> check_notes(const SessionNotes& notes);

// The answers to a commit that does not fit what is stored.
Unexpected stale_version();       // somebody else wrote the session. Also when its version and begin are right, and its
                                  // messages or turns are others: it was erased and begun anew in the same millisecond
Unexpected trimmed_miscounted();  // the messages that are kept do not begin after state.trimmed
Unexpected session_exists();      // to a record
Unexpected unknown_session();     // to a change of items
Unexpected stale_item();          // likewise
Unexpected too_many_messages();   // more than a store can number

}  // namespace parley::memory
