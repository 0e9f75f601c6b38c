// Routes that change or erase sessions.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer fork_stored_session(Call& call);    // POST /v1/sessions/{session}:fork
Answer archive_session(Call& call);        // POST /v1/sessions/{session}:archive
Answer restore_session(Call& call);        // POST /v1/sessions/{session}:restore
Answer compact_session(Call& call);        // POST /v1/sessions/{session}:compact
Answer change_notes(Call& call);           // PATCH /v1/sessions/{session}/notes
Answer forget_stored_session(Call& call);  // DELETE /v1/sessions/{session}
Answer forget_stored_user(Call& call);     // DELETE /v1/users/{user}

// The desk: a person has the conversation.
Answer write_as_person(Call& call);  // POST /v1/sessions/{session}/messages
Answer give_back(Call& call);        // POST /v1/sessions/{session}:give_back

}  // namespace parley::server
