// Saves the results of tools and called intents (docs/dialog.md, rules 8.6 and 8.7): as a param, or as a value
// of the intent.
// Tested by tests/planner/tool_results_test.cc.
#pragma once

#include "planner/transition_builder.h"

namespace parley::planner {

// Saves the parts of the result that `save` of the step names. A saved value may be an argument of completed calls,
// even of the call that returned it. These calls count as completed with the new arguments, and do not run again.
// `place` is the place of the step; unset for a check and a look-up.
void save_results(TransitionBuilder& builder, const config::ToolStep& step, const std::optional<StepPlace>& place,
                  const Value& result);
// Saves the parts of the result of a called intent.
void save_results(TransitionBuilder& builder, const std::vector<config::Save>& parts,
                  const std::optional<StepPlace>& place, const Value& result);

}  // namespace parley::planner
