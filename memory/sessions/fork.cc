// Tested by tests/memory/sessions_test.cc.
#include "base/text.h"
#include "memory/sessions/rekey.h"
#include "parley/sessions.h"

namespace parley {

Result<void> fork_session(SessionStore& store, std::string_view session, const std::string& copy, IdSource& ids) {
  if (!base::is_id(copy)) {
    return Unexpected(ErrorCode::kInvalidRequest, "a session is called 1 to 128 characters out of [A-Za-z0-9._:@+-]");
  }
  auto record = store.record(session);
  if (!record) return Unexpected(record.error());
  if (!*record) return Unexpected(ErrorCode::kUnknownSession, "no session of this name is stored");
  memory::rekey(**record, copy, ids);
  return store.put(**record);
}

}  // namespace parley
