// Routes about the bot itself.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer list_bots(Call& call);      // GET /v1/bots
Answer get_bot(Call& call);        // GET /v1/bot
Answer get_source(Call& call);     // GET /v1/bot/source
Answer list_findings(Call& call);  // GET /v1/bot/findings
Answer reload_bot(Call& call);     // POST /v1/bot:reload
Answer get_report(Call& call);     // GET /v1/reports

}  // namespace parley::server
