// Decides which steps of an intent are repeated after a change (docs/dialog.md, rule 3.4). A step that has run with the
// same values is not repeated. Frame::runs records the steps that have begun.
// Tested by tests/planner/flow_executor_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/transition_builder.h"

namespace parley::planner {

// Records that the step at `place` begins. Returns false if the step has run with the same values and must not be
// repeated. In a loop, the values that it saved for this item are then set again. `what` is the tool, the intent or
// "say". `values` is a text of the values that the step uses.
bool begin_step(TransitionBuilder& builder, const StepPlace& place, std::string_view what, std::string_view values);
// Before a loop begins: forgets where the steps inside it have run. A step then counts as run for each item that has
// the same values, wherever the item is in the list.
void release_runs_in(TransitionBuilder& builder, const StepPlace& loop);
// Before the steps begin again: forgets where they have run.
void release_all_runs(TransitionBuilder& builder);
void mark_step(TransitionBuilder& builder, const StepPlace& place, StepRun::Status status);

// Returns the arguments of a call.
Value::Object arguments_of(const std::vector<config::Argument>& arguments, const Variables& variables);

// Returns a text of the values that a call would use now. If the text changes, the call runs again. The text does not
// contain the facts of the request, so a changed fact does not repeat a completed call. For an intent, it contains the
// session's params.
std::string call_signature(const TransitionBuilder& builder, const config::ToolStep& step);
std::string call_signature(const TransitionBuilder& builder, const config::CallStep& step);

// Marks the step as done with its current values.
void complete_call(TransitionBuilder& builder, const StepPlace& place, const config::CallStep& step);
// Returns the completed calls whose values have not changed.
std::vector<StepRun*> current_calls(TransitionBuilder& builder);
// Records the current values for these calls, so that they count as completed with these values.
void update_calls(const TransitionBuilder& builder, const std::vector<StepRun*>& calls);

}  // namespace parley::planner
