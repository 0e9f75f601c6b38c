// Streams of turns as server-sent events.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer stream_session(Call& call);  // GET /v1/sessions/{session}/events
Answer stream_all(Call& call);      // GET /v1/events

}  // namespace parley::server
