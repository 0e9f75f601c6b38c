// What holds of every session that parley itself wrote, asked of one that comes from elsewhere.
#pragma once

#include "parley/result.h"
#include "parley/store.h"

namespace parley::memory {

// The invariants of parley/session.h, and bounds that keep what is calculated with a session's numbers from
// overflowing. check_record() has been asked already. kInvalidRequest says which, and quotes no value.
Result<void> check_invariants(const SessionRecord& record);

}  // namespace parley::memory
