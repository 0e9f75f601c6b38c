// What every store holds a commit to.
//
// Invariants of what is stored, given that each commit obeys
//   1. The version is the number of commits.
//   2. Messages are 1, 2, 3, ... and the state knows how many there are.
#pragma once

#include "parley/result.h"
#include "parley/store.h"

namespace parley::memory {

// The rules that need no look at what is stored. kInternal: only a bug breaks them.
Result<void> check_commit(const Commit& commit);

// The number of messages that must be stored already.
std::int64_t messages_before(const Commit& commit);

// The answers to a commit that does not fit what is stored.
Unexpected stale_version();       // somebody else wrote the session
Unexpected messages_not_dense();  // its messages would leave a gap, or stand twice
Unexpected already_answered();    // its message id has a complete turn, or an incomplete one of another seq

}  // namespace parley::memory
