// Turns the response of a server into the outcome of a tool call.
#pragma once

#include "base/http.h"
#include "config/http_tool.h"
#include "parley/tool.h"

namespace parley::tools {

// The outcome is
//   ok      with the mapped response, for a status from 200 to 299 and a JSON body; an empty body is null
//   ok      with {error: REASON}, if an entry of `errors` has the status and its condition holds
//   failed  otherwise
// The text of a failure names the status, and never quotes the response.
ToolOutcome read_response(const config::HttpTool& tool, const base::HttpAnswer& answer);

// The same for the response of an action server of Rasa. The result has the new values of `slots` and the texts of
// `responses`. If there are any, it has the names of the domain's responses in `response_names`, and the action to
// continue with in `followup`. Returns kRejected if a validation (is_validation()) sets an argument of the call to
// null.
ToolOutcome read_action_response(const config::HttpTool& tool, const base::HttpAnswer& answer, const ToolCall& call);

// Whether an entry of `errors` describes the response.
bool is_expected_error(const config::HttpTool& tool, const base::HttpAnswer& answer);

}  // namespace parley::tools
