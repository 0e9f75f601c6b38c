// Routes that try conversations out, and explain stored ones.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer create_simulation(Call& call);  // POST /v1/simulations
Answer get_simulation(Call& call);     // GET /v1/simulations/{id}
Answer delete_simulation(Call& call);  // DELETE /v1/simulations/{id}
Answer run_step(Call& call);           // POST /v1/simulations/{id}/steps
Answer branch_simulation(Call& call);  // POST /v1/simulations/{id}:branch
Answer get_conversation(Call& call);   // GET /v1/simulations/{id}/conversation
Answer explain_turn(Call& call);       // GET /v1/sessions/{session}/turns/{seq}/why
Answer dry_run_bot(Call& call);        // POST /v1/bot:dry-run

}  // namespace parley::server
