// Handles the outcome of a tool: a success, a rejected value, an offer of other values, or a failure (docs/dialog.md,
// rules 8.1 to 8.5).
// Tested by tests/planner/tool_results_test.cc and value_checks_test.cc.
#pragma once

#include "planner/transition_builder.h"

namespace parley::planner {

// Requires: the state waits for a tool.
Next handle_outcome(TransitionBuilder& builder, const ToolOutcome& outcome);

}  // namespace parley::planner
