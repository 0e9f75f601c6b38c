// The graph of a bot: its intents as pictures, with the numbers of conversations that took each way.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer get_graph(Call& call);  // GET /v1/bot/graph

}  // namespace parley::server
