// Checks that an imported session satisfies the invariants of the sessions that parley writes.
#pragma once

#include <cstdint>

#include "parley/result.h"
#include "parley/store.h"

namespace parley::memory {

// The size of the texts of all messages, which SessionState::bytes counts.
std::int64_t bytes_of_messages(const SessionRecord& record);

// Checks the invariants of parley/session.h, and limits that keep arithmetic on a session's numbers from overflowing.
// Requires that check_record() has succeeded. kInvalidRequest names the broken invariant and quotes no value.
Result<void> check_invariants(const SessionRecord& record);

}  // namespace parley::memory
