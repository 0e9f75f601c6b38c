// Routes that send messages to a bot.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer run_turn(Call& call);       // POST /v1/sessions/{session}/turns
Answer run_any_turn(Call& call);   // POST /v1/turns
Answer parse_message(Call& call);  // POST /v1/parse

}  // namespace parley::server
