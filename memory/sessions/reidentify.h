// A session under another name, with nothing in it that names the one it was taken from.
#pragma once

#include <string>

#include "parley/clock.h"
#include "parley/store.h"

namespace parley::memory {

// Continuation ids and idempotency keys are made anew, equal ones alike: a call that waits keeps the record and the
// turn that speak of it. Message ids and call ids are unique in their session, and stay.
void reidentify(SessionRecord& record, const std::string& session, IdSource& ids);

}  // namespace parley::memory
