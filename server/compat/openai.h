// Chat completions of OpenAI, so that clients and chat programs written for them can talk to a bot.
//
// Tested by tests/server/compat_openai_test.
#pragma once

#include <vector>

#include "server/router.h"

namespace parley::server {

std::vector<Route> openai_routes();

}  // namespace parley::server
