// Routes that try conversations out, and explain stored ones.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer create_simulation(Call& call);   // POST /v1/simulations
Answer get_simulation(Call& call);      // GET /v1/simulations/{simulation}
Answer delete_simulation(Call& call);   // DELETE /v1/simulations/{simulation}
Answer run_step(Call& call);            // POST /v1/simulations/{simulation}/steps
Answer branch_simulation(Call& call);   // POST /v1/simulations/{simulation}:branch
Answer get_conversation(Call& call);    // GET /v1/simulations/{simulation}/conversation
Answer explain_turn(Call& call);        // GET /v1/sessions/{session}/turns/{seq}/why
Answer compare_with_files(Call& call);  // POST /v1/bot:dry-run

}  // namespace parley::server
