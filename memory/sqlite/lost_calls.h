// Rebuilds the records of tool calls from the messages of a session. The table `call` tells nothing that they do not
// tell.
//
// Tested by tests/memory/lost_calls_test.cc.
#pragma once

#include "parley/store.h"

namespace parley::memory {

// Adds the missing records of the calls in the messages. A call without a result in the messages counts as started.
// The call of a mock gets a record too, although the engine writes no record for it. An encrypted session names no
// calls in its messages.
void add_lost_calls(SessionRecord& record);

}  // namespace parley::memory
