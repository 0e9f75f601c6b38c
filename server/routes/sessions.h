// Routes that read sessions.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer list_sessions(Call& call);   // GET /v1/sessions
Answer get_session(Call& call);     // GET /v1/sessions/{session}
Answer list_turns(Call& call);      // GET /v1/sessions/{session}/turns
Answer get_context(Call& call);     // GET /v1/sessions/{session}/context
Answer list_topics(Call& call);     // GET /v1/sessions/{session}/topics
Answer export_session(Call& call);  // GET /v1/sessions/{session}/export

}  // namespace parley::server
