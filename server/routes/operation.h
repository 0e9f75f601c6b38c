// Routes for operators: health, metrics and the description of the interface.
#pragma once

#include "server/call.h"

namespace parley::server {

Answer check_alive(Call& call);  // GET /healthz
Answer check_ready(Call& call);  // GET /readyz
Answer get_metrics(Call& call);  // GET /metrics
Answer get_openapi(Call& call);  // GET /openapi.json

}  // namespace parley::server
