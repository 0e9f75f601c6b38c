// Builds the request to an action server of Rasa.
#pragma once

#include "base/http.h"
#include "config/http_tool.h"
#include "parley/result.h"
#include "parley/tool.h"
#include "tools/request_builder.h"

namespace parley::tools {

// The arguments of the call become the slots of the tracker. The tracker has no events and the domain is empty, because
// a whole history makes requests that servers refuse (HTTP 413). The sender is the session. Errors: as build_request().
Result<base::HttpRequest> build_action_request(const config::HttpTool& tool, const ToolCall& call,
                                               const Secrets& secrets);

}  // namespace parley::tools
