// Builds the request to an action server of Rasa.
#pragma once

#include "base/http.h"
#include "config/http_tool.h"
#include "parley/result.h"
#include "parley/tool.h"
#include "tools/request_builder.h"

namespace parley::tools {

// The arguments of the call become the slots of the tracker. Its events are those that set these slots: a validation
// checks the slots of the last events. It has no other events and the domain is empty, because a whole history makes
// requests that servers refuse (HTTP 413). The form of a validation is active. The sender is the session. Errors: as
// build_request().
Result<base::HttpRequest> build_action_request(const config::HttpTool& tool, const ToolCall& call,
                                               const Secrets& secrets);

// Whether the action validates slots: `validate_FORM` or `action_validate_slot_mappings`. Other actions may clear their
// slots when they are done.
bool is_validation(const config::HttpTool& tool);

}  // namespace parley::tools
