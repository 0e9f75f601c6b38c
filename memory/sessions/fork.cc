// Tested by tests/memory/sessions_test.cc.
#include "base/text.h"
#include "memory/sessions/conversations.h"
#include "memory/sessions/reidentify.h"
#include "parley/sessions.h"

namespace parley {

Result<void> fork_session(SessionStore& store, std::string_view session, const std::string& copy, IdSource& ids,
                          TimeMs now, bool history) {
  if (!base::is_id(copy)) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      "a session name must be 1 to 128 characters out of [A-Za-z0-9._:@+-]");
  }
  if (copy == session) {
    return Unexpected(ErrorCode::kSessionExists, "the copy has the same name as the session; choose another name");
  }
  auto record = store.record(session);
  if (!record) return Unexpected(record.error());
  if (!*record) return Unexpected(ErrorCode::kUnknownSession, "no session with this name exists");
  if (!history && memory::is_over((*record)->state, now)) {
    return Unexpected(ErrorCode::kSessionExpired,
                      "the conversation of this session has ended; fork it with its history");
  }
  if (!history) memory::drop_ended_conversations(**record);
  memory::reidentify(**record, copy, ids);
  return store.put(**record);
}

}  // namespace parley
