// Routes about the bot itself.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer get_bot(Call& call);        // GET /v1/bot
Answer list_findings(Call& call);  // GET /v1/bot/findings
Answer reload_bot(Call& call);     // POST /v1/bot:reload
Answer get_report(Call& call);     // GET /v1/reports

}  // namespace parley::server
