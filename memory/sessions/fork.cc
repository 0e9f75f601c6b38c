// Tested by tests/memory/sessions_test.cc.
#include "base/text.h"
#include "memory/sessions/conversations.h"
#include "memory/sessions/reidentify.h"
#include "parley/sessions.h"

namespace parley {

Result<void> fork_session(SessionStore& store, std::string_view session, const std::string& copy, IdSource& ids,
                          TimeMs now, bool history) {
  if (!base::is_id(copy)) {
    return Unexpected(ErrorCode::kInvalidRequest, "a session is called 1 to 128 characters out of [A-Za-z0-9._:@+-]");
  }
  if (copy == session) {
    return Unexpected(ErrorCode::kSessionExists, "the copy has the name of the session itself; give it another name");
  }
  auto record = store.record(session);
  if (!record) return Unexpected(record.error());
  if (!*record) return Unexpected(ErrorCode::kUnknownSession, "no session of this name is stored");
  if (!history && memory::is_over((*record)->state, now)) {
    return Unexpected(ErrorCode::kSessionExpired,
                      "the conversation of this session is over; ask for its history to fork the whole session");
  }
  if (!history) memory::drop_ended_conversations(**record);
  memory::reidentify(**record, copy, ids);
  return store.put(**record);
}

}  // namespace parley
