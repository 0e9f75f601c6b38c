// Renames a session and removes everything that identifies the original.
#pragma once

#include <string>

#include "parley/clock.h"
#include "parley/store.h"

namespace parley::memory {

// Replaces continuation ids and idempotency keys by new ones. Equal ids stay equal, so that a waiting call still
// matches its record and its turn. Message ids and call ids are unique only within a session, and stay.
void reidentify(SessionRecord& record, const std::string& session, IdSource& ids);

}  // namespace parley::memory
